import type { OperationInfo, ProblemError } from '@tempshare/contract';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMockTarget } from '../support/contract/mock.ts';
import { document, resolved } from '../support/contract/schemas.ts';
import { sharedServerTarget } from '../support/contract/server.ts';
import { useStage, type Stage } from '../support/contract/stage.ts';
import { ALL_OPERATIONS, exampleCall } from '../support/contract/operations.ts';

const VALUES = [null, '', 'x', 'A'.repeat(43), '1d', 0, -1, 1.5, 220_000, true, [], {}];
const QUERIES = ['1', '0', '101', '1.5', 'x', 'active', 'open', '1&limit=2', 'x'.repeat(600)];

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'bypass' }));
afterAll(() => server.close());

/** The example of an operation with one thing changed: each property left out, added, and set to each value. */
function bodiesOf(operation: OperationInfo): unknown[] {
  const example = exampleCall(operation).body as object;
  const media = document.paths[operation.path]?.[operation.method.toLowerCase()]?.requestBody?.content;
  const { properties } = resolved(media?.['application/json']?.schema) as { properties: object };
  const changes = [...Object.keys(properties), 'unknown'].flatMap((name) =>
    [undefined, ...VALUES].map((value) => ({ ...example, [name]: value })),
  );
  return [example, ...VALUES, ...changes];
}

/** Parts that must be alike: all but the words, the created item, and the order of faults. */
async function outcome(stage: Stage, key: string, call: string, json?: unknown): Promise<object> {
  const { status, body } = await stage.send(call, { key, ...(json !== undefined && { json }) });
  if (status < 300) return { status, fields: new Set(Object.keys(body)) };
  const errors = body.errors as ProblemError[] | undefined;
  return {
    status,
    code: body.code,
    errors: new Set(errors?.map(({ pointer, code }) => `${pointer} ${code}`)),
  };
}

describe('the mock and the server', () => {
  const mock = useStage((limits) => startMockTarget(server, limits));
  const real = useStage(() => sharedServerTarget());
  const filled = (path: string) => path.replaceAll(/\{\w+\}/g, 'nothing');

  /** Makes all calls to both and expects both to answer alike. */
  async function compare(calls: { line: string; json?: unknown }[]): Promise<void> {
    const responsesOf = async (stage: Stage) => {
      const key = await stage.createKey();
      return Promise.all(
        calls.map(async (call) => ({ call, ...(await outcome(stage, key, call.line, call.json)) })),
      );
    };
    expect(await responsesOf(mock)).toEqual(await responsesOf(real));
  }

  const taking = ALL_OPERATIONS.filter(({ requestType }) => requestType === 'application/json');
  it.each(taking.map((operation) => [operation.id, operation] as const))(
    'find the same wrong with the body of %s',
    async (_, operation) => {
      const line = `${operation.method} ${filled(operation.path)}`;
      await compare(bodiesOf(operation).map((json) => ({ line, json })));
      const unknown = { ...(exampleCall(operation).body as object), unknown: 1 };
      const refused = await outcome(real, await real.createKey(), line, unknown);
      expect(refused).toMatchObject({ status: 400, errors: new Set(['/body/unknown unknown_property']) });
    },
  );

  const asking = ALL_OPERATIONS.filter(({ method }) => method === 'GET');
  it.each(asking.map(({ id, path }) => [id, path]))(
    'find the same wrong with the query of %s',
    async (_, path) => {
      const names = ['limit', 'cursor', 'status', 'state', 'type', 'unknown'];
      const queries = names.flatMap((name) => QUERIES.map((value) => `${name}=${value}`));
      await compare(queries.map((query) => ({ line: `GET ${filled(path)}?${query}` })));
    },
  );
});
