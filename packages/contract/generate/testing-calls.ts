import type { Operation } from './document.ts';
import { typeName } from './sdk-resources.ts';

/** Generates the types of the mock for each operation: those of the SDK's call, and the codes of its errors. */
export function testingCalls(operations: Operation[]): string {
  const rows = operations.map(({ id, codes, requestType }) => {
    const name = typeName(id);
    const type = requestType === undefined ? 'null' : `'${requestType}'`;
    return `  '${id}': { data: Sdk.${name}Data; requestType: ${type}; codes: ${codes.map((code) => `'${code}'`).join(' | ')} };\n`;
  });
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    "import type * as Sdk from '@tempshare/sdk/types';",
    `export interface Calls {\n${rows.join('')}}\n`,
  ].join('\n');
}
