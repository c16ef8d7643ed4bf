import type { OpenApiDocument } from './document.ts';

/** The types of events, for the SDK to look names up in. */
export function eventTypes({ webhooks }: OpenApiDocument): string {
  const names = Object.keys(webhooks).map((name) => `  '${name}',\n`);
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.\n',
    `export const eventTypes = [\n${names.join('')}] as const;\n`,
  ].join('');
}
