import type { OpenApiDocument, Operation } from './document.ts';

/**
 * A file that compiles only while openapi-typescript and @hey-api/openapi-ts agree: each schema of the one must be
 * assignable to the other's, both ways, and so must each operation: its parameters, its body, its responses.
 */
export function parity(document: OpenApiDocument, operations: Operation[]): string {
  const schemas = Object.keys(document.components.schemas ?? {}).sort();
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    "import type { components, operations as contract } from '@tempshare/contract/types';",
    "import type { paths } from '../../../packages/sdk/src/gen/paths.ts';",
    "import type * as hey from '../../../packages/sdk/src/gen/types.gen.ts';",
    "import type { Same, SameOperation } from '../same.ts';",
    '',
    'export const schemas = {',
    ...schemas.map(
      (name) => `  ${name}: true satisfies Same<hey.${name}, components['schemas']['${name}']>,`,
    ),
    '};',
    '',
    'export const operations = {',
    ...operations.map(
      ({ id, path, method }) =>
        `  '${id}': true satisfies SameOperation<paths['${path}']['${method.toLowerCase()}'], contract['${id}']>,`,
    ),
    '};',
    '',
  ].join('\n');
}
