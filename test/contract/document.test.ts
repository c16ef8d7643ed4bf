import type { OpenApiOperation, OpenApiResponse } from '@tempshare/contract/document';
import { describe, expect, it } from 'vitest';
import { document, faultsOf, resolved } from '../support/contract/schemas.ts';

interface Described extends OpenApiOperation {
  tags: string[];
  summary: string;
  description: string;
}
interface Example {
  place: string;
  schema: unknown;
  value: unknown;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
const operations = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((item) =>
  Object.entries(item)
    .filter(([method]) => METHODS.includes(method))
    .map(([, operation]) => operation as Described),
);

/** Every `example` and `examples` below a node, with the schema that it stands beside or in. */
function examplesIn(node: any, place: string): Example[] {
  if (typeof node !== 'object' || node === null) return [];
  const here: Example[] = [];
  const schema: unknown = node.schema ?? node;
  if ('example' in node) here.push({ place, schema, value: node.example });
  if (node.schema && node.examples) {
    for (const [name, { value }] of Object.entries<{ value: unknown }>(node.examples)) {
      here.push({ place: `${place}/examples/${name}`, schema, value });
    }
  }
  const below = Object.entries(node).filter(([name]) => name !== 'example' && name !== 'examples');
  return [...here, ...below.flatMap(([name, child]) => examplesIn(child, `${place}/${name}`))];
}

const examples = examplesIn(
  { paths: document.paths, webhooks: document.webhooks, components: document.components },
  '',
);

describe('the document', () => {
  it('has examples everywhere, and each is valid by its schema read strictly', () => {
    const wrong = examples.flatMap(({ place, schema, value }) =>
      faultsOf(schema, value).map((fault) => `${place}: ${fault}`),
    );
    expect(wrong).toEqual([]);
    expect(examples.length).toBeGreaterThan(150);
  });

  it('names and describes every operation once', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operationId, tags, summary, description } of operations) {
      expect(operationId).toMatch(/^[a-z][A-Za-z.]+$/);
      expect(tags, operationId).toHaveLength(1);
      expect(summary, operationId).toMatch(/^[A-Z].*[^.]$/);
      expect(description, operationId).toMatch(/\.\s*$/);
    }
  });

  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    'shows the body and each response of %s',
    (_, { requestBody, responses }) => {
      const replies = Object.entries(responses).map(
        ([status, response]) => [status, resolved<OpenApiResponse>(response).content ?? {}] as const,
      );
      for (const [place, content] of [['body', requestBody?.content ?? {}] as const, ...replies]) {
        for (const [type, media] of Object.entries(content)) {
          expect(Object.keys(media.examples ?? {}), `${place} ${type}`).not.toEqual([]);
        }
      }
    },
  );

  it('gives every problem the status that it stands under', () => {
    const problems = examples.filter(({ value }) => (value as { code?: string } | null)?.code !== undefined);
    const all = problems.map(({ value }) => value as { type: string; code: string; status: number });
    expect(all.length).toBeGreaterThan(10);
    for (const { type, code } of all) expect(type).toBe(`urn:tempshare:problem:${code}`);
    for (const operation of operations) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const media = resolved<OpenApiResponse>(response).content?.['application/problem+json'];
        for (const { value } of Object.values(media?.examples ?? {}))
          expect(value).toMatchObject({ status: Number(status) });
      }
    }
  });
});
