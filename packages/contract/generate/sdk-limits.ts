import { kdfIterations, schemaLimits } from './constants.ts';
import { resolve, type OpenApiDocument } from './document.ts';
import { sealedFieldOf } from './e2e-fields.ts';

/** Numbers and patterns that are checked in every call. The others load with what uses them. */
const OF_CALLS = ['passwordLength', 'idempotencyKeyPattern'];

/** Limits that servers publish and only servers check. */
const OF_SERVERS = ['labelLength', 'maxViews'];

/**
 * The numbers and patterns of schemas that the SDK checks before it sends, one export each, so that bundles hold what they
 * use. Bundlers split programs by file, so there is one for every call and one for contents.
 */
export function sdkLimits(document: OpenApiDocument, of: 'calls' | 'contents'): string {
  const limits = { ...schemaLimits(document), kdfIterations: kdfIterations(document) };
  const author = sealedFieldOf(document, 'RoomMessageCreate', 'author').length;
  const patterns = {
    fileNamePattern: patternOf(document, 'schemas/FileName'),
    mediaTypePattern: patternOf(document, 'schemas/MediaType'),
    authorPattern: patternOf(document, 'schemas/RoomAuthor', author),
    idempotencyKeyPattern: patternOf(document, 'parameters/IdempotencyKey/schema'),
  };
  const lines = Object.entries({ ...limits, ...patterns })
    .filter(([name]) => !OF_SERVERS.includes(name) && OF_CALLS.includes(name) === (of === 'calls'))
    .map(([name, value]) => `export const ${name} = ${value};\n`);
  return ['// Generated from openapi/ by `npm run generate`. Do not edit.\n', ...lines].join('');
}

/** A schema's pattern and its lengths as one expression, which no long text is searched with. */
function patternOf(document: OpenApiDocument, path: string, most?: number): RegExp {
  const $ref = `#/components/${path}`;
  const { pattern, minLength = 1, maxLength = most } = resolve<Pattern>(document, { $ref });
  const length = `{${minLength},${most ?? maxLength}}$`;
  const short = pattern.endsWith('+$')
    ? pattern.replace(/\+\$$/, length)
    : pattern.replace('^', `^(?=.${length})`);
  return new RegExp(short, 'u');
}

interface Pattern {
  pattern: string;
  minLength?: number;
  maxLength?: number;
}
