import type { Operation } from './document.ts';
import { exceptions } from './sdk-resources.ts';

/** For the path-style client: by method and path, an operation's id and what of it does not follow from these. */
export function sdkFetchTable(operations: Operation[]): string {
  const rows = operations.map(
    (operation) =>
      `  '${operation.method} ${operation.path}': ['${operation.id}'${exceptions(operation)}],\n`,
  );
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    "import type { Exceptions } from '../core/resource.ts';",
    `export const fetchTable: Record<string, [id: string, exceptions?: Exceptions]> = {\n${rows.join('')}};\n`,
  ].join('\n');
}
