import type { OperationInfo } from '@tempshare/contract';
import type { OpenApiResponse } from '@tempshare/contract/document';
import { describe, expect, it } from 'vitest';
import { declaredHeaders } from '../../support/contract/check.ts';
import { coverageOf } from '../../support/contract/coverage.ts';
import { ALL_OPERATIONS } from '../../support/contract/operations.ts';
import { document, propertiesOf, resolved } from '../../support/contract/schemas.ts';

describe.each(['the server', 'the mock'])('%s', (target) => {
  const { whole, seen, properties, headers } = coverageOf(target);

  it('has answered every operation with its success status', ({ skip }) => {
    skip(!whole, 'needs every scenario of the contract');
    const names = ALL_OPERATIONS.map(({ id, status }) => `${id} ${status}`);
    const message = 'no scenario of test/contract/scenarios gets this status of';
    expect(
      names.filter((name) => !seen.has(name)),
      message,
    ).toEqual([]);
  });

  it('has taken every property of a request and answered every one of a response', ({ skip }) => {
    skip(!whole, 'needs every scenario of the contract');
    const names = ALL_OPERATIONS.flatMap(propertiesOfBodies);
    const message = 'no scenario of test/contract/scenarios sends or gets the property';
    expect(
      names.filter((name) => !properties.has(name)),
      message,
    ).toEqual([ONLY_DELIVERED]);
  });

  it('has sent every header that the contract declares for a response', ({ skip }) => {
    skip(!whole, 'needs every scenario of the contract');
    const declared = ALL_OPERATIONS.flatMap((operation) =>
      statusesOf(operation)
        .filter((status) => seen.has(`${operation.id} ${status}`))
        .flatMap((status) => declaredHeaders(operation, status)),
    );
    const names = new Set(
      declared
        .filter(({ name }) => name !== OF_ENDING_KEYS)
        .map(({ response, name }) => `${response}: ${name}`),
    );
    expect([...headers].filter((name) => name.endsWith(`: ${OF_ENDING_KEYS}`)).length).toBeGreaterThan(10);
    expect([...names].filter((name) => !headers.has(name))).toEqual([ONLY_IN_RACES]);
  });
});

/** Sent to keys that end soon, with every response alike. `scenarios/keys.test.ts` calls each operation with such a key. */
const OF_ENDING_KEYS = 'API-Key-Expires-At';

/** Sent while the first request with an `Idempotency-Key` is running. */
const ONLY_IN_RACES = 'ConflictOrQuota: Retry-After';

/** The event of `webhookEndpoints.test` is delivered, and never listed. */
const ONLY_DELIVERED = 'events.get: response test';

const statusesOf = ({ method, path }: OperationInfo): number[] =>
  Object.keys(document.paths[path]![method.toLowerCase()]!.responses).map(Number);

/** Names each property that the bodies of an operation and of its success may hold. */
function propertiesOfBodies({ id, method, path, status }: OperationInfo): string[] {
  const { requestBody, responses } = document.paths[path]![method.toLowerCase()]!;
  const response = resolved<OpenApiResponse>(responses[status]!);
  const named = (side: string, { content }: { content?: Content } = {}) =>
    propertiesOf(content?.['application/json']?.schema ?? {}).map((name) => `${id}: ${side} ${name}`);
  return [...new Set([...named('request', requestBody), ...named('response', response)])];
}

type Content = NonNullable<OpenApiResponse['content']>;
