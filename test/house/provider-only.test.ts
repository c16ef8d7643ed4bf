import { accountOperations, type AccountOperation } from '@tempshare/contract/account';
import { expect, it } from 'vitest';
import { document } from '../support/panel/person.ts';

/** The link that makes the first owner works with every setting. */
const EXEMPT = new Set(['setUp']);

const schemas = JSON.stringify(document);

it('an operation that takes a password can be refused where people sign in at a provider only', () => {
  const operations = Object.values(accountOperations) as (AccountOperation & { codes: readonly string[] })[];
  const taking = operations.filter(({ path, method }) => {
    const content = document.paths[path]![method.toLowerCase()]!.requestBody?.content['application/json'];
    const name = /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(content?.schema ?? ''))?.[1];
    const body = name === undefined ? '' : schemaOf(name);
    return /schemas\/(?:NewPassword|GivenPassword)"/.test(body);
  });
  expect(taking.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['signIn', 'confirmSession', 'changePassword', 'resetPassword', 'setUp']),
  );
  const open = taking.filter(({ id, codes }) => !EXEMPT.has(id) && !codes.includes('sign_in_by_provider'));
  expect(open.map(({ id }) => id)).toEqual([]);
});

function schemaOf(name: string): string {
  const { components } = JSON.parse(schemas) as { components: { schemas: Record<string, unknown> } };
  return JSON.stringify(components.schemas[name]);
}
