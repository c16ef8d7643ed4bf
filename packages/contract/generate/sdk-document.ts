import type { OpenApiDocument } from './document.ts';

/** The bundled document as a module, for the SDK's mock: it runs where there are no files. */
export function sdkDocument(document: OpenApiDocument): string {
  return [
    '// Generated from openapi/ by `npm run generate`. Do not edit.',
    `export const document: Record<string, unknown> = ${JSON.stringify(document)};`,
    '',
  ].join('\n');
}
