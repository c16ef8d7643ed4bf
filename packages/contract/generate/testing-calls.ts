import type { Operation } from './document.ts';
import { typeName } from './sdk-resources.ts';

/** Of each operation what the types of the mock are made of: the types of a call in the SDK, and who may call how. */
export function testingCalls(operations: Operation[]): string {
  const rows = operations.map(({ id, auth, requestType }) => {
    const name = typeName(id);
    const type = requestType === undefined ? 'null' : `'${requestType}'`;
    return `  '${id}': { data: Sdk.${name}Data; errors: Sdk.${name}Errors; auth: '${auth}'; requestType: ${type} };\n`;
  });
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    "import type * as Sdk from '@tempshare/sdk/types';",
    `export interface Calls {\n${rows.join('')}}\n`,
  ].join('\n');
}
