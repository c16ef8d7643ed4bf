import { toJson, type Operation } from './document.ts';

const BANNER = '// Generated from openapi/ by `npm run generate`. Do not edit.\n';

/** The operation table: what the server routes by and the clients send by. */
export function operationsTable(operations: Operation[]): string {
  const rows = operations.map((o) => {
    const fields = [
      `method: '${o.method}'`,
      `path: '${o.path}'`,
      `tag: '${o.tag}'`,
      `auth: '${o.auth}'`,
      `scopes: ${toJson(o.id, o.scopes)}`,
      `idempotent: ${o.idempotent}`,
      `readerKey: ${o.readerKey}`,
      `session: ${o.session}`,
      `byToken: ${o.byToken}`,
      `status: ${o.status}`,
      `maxBodyBytes: ${toJson(`${o.id}.maxBodyBytes`, o.maxBodyBytes)}`,
      `bodyRequired: ${o.bodyRequired}`,
      `consumes: ${o.consumes}`,
      `codes: ${toJson(o.id, o.codes)}`,
      `lists: ${o.rows !== undefined}`,
      `requestType: ${o.requestType === undefined ? 'null' : `'${o.requestType}'`}`,
      `responseType: ${o.responseType === undefined ? 'null' : `'${o.responseType}'`}`,
    ];
    return `  '${o.id}': { id: '${o.id}', ${fields.join(', ')} },\n`;
  });
  return `${BANNER}export const operations = {\n${rows.join('')}} as const;\n`;
}
