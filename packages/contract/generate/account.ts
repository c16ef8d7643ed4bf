import { toJson, type OpenApiDocument, type Operation } from './document.ts';
import { expectDefaults, expectNumbers } from './expect.ts';

const BANNER = '// Generated from openapi/ by `npm run generate`. Do not edit.\n';

/** The operation table of the panel: routing, roles, and what the pipeline reads. */
export function accountOperationsTable(operations: Operation[]): string {
  const rows = operations.map((o) => {
    const fields = [
      `method: '${o.method}'`,
      `path: '${o.path}'`,
      `tag: '${o.tag}'`,
      `roles: ${JSON.stringify(o.roles)}`,
      `recentSignIn: ${o.recentSignIn}`,
      `anyOrigin: ${o.anyOrigin}`,
      `status: ${o.status}`,
      `maxBodyBytes: ${toJson(`${o.id}.maxBodyBytes`, o.maxBodyBytes)}`,
      `bodyRequired: ${o.bodyRequired}`,
      `codes: ${toJson(o.id, o.codes)}`,
      `requestType: ${o.requestType === undefined ? 'null' : `'${o.requestType}'`}`,
      `streams: ${o.responseType !== undefined && o.responseType !== 'application/json'}`,
    ];
    return `  '${o.id}': { id: '${o.id}', ${fields.join(', ')} },\n`;
  });
  return `${BANNER}export const operations = {\n${rows.join('')}} as const;\n`;
}

/** The names and numbers of the panel's document. */
export function accountConstants(document: OpenApiDocument): string {
  const schemas = document.components['schemas'] as Record<string, { enum?: string[] }>;
  const { 'x-problems': kinds } = schemas['AccountErrorCode'] as {
    'x-problems': Record<string, { status: number; title: string }>;
  };
  const tables = {
    problems: Object.fromEntries(
      Object.entries(kinds).map(([code, { status, title }]) => [code, { status, title }]),
    ),
    roles: schemas['Role']!.enum,
    auditActions: schemas['AuditAction']!.enum,
    lifetimes: document['x-lifetimes'],
    limits: document['x-limits'],
  };
  expectNumbers('x-limits', tables.limits);
  expectNumbers('x-lifetimes', tables.lifetimes);
  expectDefaults(document);
  const lines = Object.entries(tables).map(
    ([name, table]) => `export const ${name} = ${toJson(name, table, 1)} as const;\n`,
  );
  return BANNER + lines.join('');
}
