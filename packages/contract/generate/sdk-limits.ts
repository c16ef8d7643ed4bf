import { kdfIterations, schemaLimits } from './constants.ts';
import type { OpenApiDocument } from './document.ts';

/** The numbers of schemas that the SDK checks before it sends, one export each, so that bundles hold what they use. */
export function sdkLimits(document: OpenApiDocument): string {
  const limits = { ...schemaLimits(document), kdfIterations: kdfIterations(document) };
  const lines = Object.entries(limits).map(([name, value]) => `export const ${name} = ${value};\n`);
  return ['// Generated from openapi/ by `npm run generate`. Do not edit.\n', ...lines].join('');
}
