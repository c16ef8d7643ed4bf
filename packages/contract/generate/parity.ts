import type { OpenApiDocument, Operation } from './document.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A file that compiles only while openapi-typescript and @hey-api/openapi-ts agree: each schema, JSON request body and
 * JSON response of the one must be assignable to the other's, both ways.
 */
export function parity(document: OpenApiDocument, operations: Operation[]): string {
  const schemas = Object.keys(document.components.schemas ?? {}).sort();
  const bodies = operations.filter((operation) => operation.requestType === 'application/json');
  const responses = operations.filter((operation) => operation.responseType === 'application/json');
  const name = (id: string): string => id.split('.').map(capital).join('');
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    "import type { components, operations } from '@tempshare/contract/types';",
    "import type * as hey from '../../../packages/sdk/src/gen/types.gen.ts';",
    '',
    'type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : "narrower") : "wider";',
    '',
    'export const schemas = {',
    ...schemas.map(
      (schema) => `  ${schema}: true satisfies Same<hey.${schema}, components['schemas']['${schema}']>,`,
    ),
    '};',
    '',
    'export const bodies = {',
    ...bodies.map(
      ({ id }) =>
        `  '${id}': true satisfies Same<NonNullable<hey.${name(id)}Data['body']>, NonNullable<operations['${id}']['requestBody']>['content']['application/json']>,`,
    ),
    '};',
    '',
    'export const responses = {',
    ...responses.map(
      ({ id, status }) =>
        `  '${id}': true satisfies Same<hey.${name(id)}Response, operations['${id}']['responses'][${status}]['content']['application/json']>,`,
    ),
    '};',
    '',
  ].join('\n');
}
