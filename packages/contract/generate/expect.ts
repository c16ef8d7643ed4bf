/** Checks of the contract's numbers and defaults. Each throws an error that names the entry. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from './document.ts';

/** Entries that are lists of numbers. */
const LISTS = ['x-webhooks.attemptsAfterSeconds', 'x-lifetimes.rotationOverlaps'];

/** @throws Error that names the first entry of a table that is neither a number, a table, nor one of {@link LISTS} */
export function expectNumbers(name: string, value: unknown): void {
  const isList = LISTS.includes(name);
  if (!isList && isAmount(value)) return;
  if (isList ? !Array.isArray(value) || value.length === 0 : !isTable(value))
    throw mistake(name, isList ? 'a list of numbers' : 'a number', value);
  for (const [key, each] of Object.entries(value as object)) expectNumbers(`${name}.${key}`, each);
}

/** @throws Error that names a list which is empty, or has what is not among these names */
export function expectNames(name: string, value: unknown, names: readonly string[]): void {
  const isList =
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each: unknown) => names.includes(each as string));
  if (!isList) throw mistake(name, `a list of ${names.join(', ')}`, value);
}

/** @throws Error that names the first `default` or `x-default` that its own schema refuses */
export function expectDefaults(document: OpenApiDocument): void {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'document');
  for (const { path, schema } of schemasWithDefault(document)) {
    for (const keyword of ['default', 'x-default']) {
      if (!(keyword in schema)) continue;
      const pointer = path
        .map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))
        .map(encodeURIComponent);
      const isValid = ajv.compile({ $ref: `document#/${pointer.join('/')}` });
      if (isValid(schema[keyword])) continue;
      const reason = ajv.errorsText(isValid.errors, { dataVar: '' }).trim();
      throw mistake([...path, keyword].join('.'), reason.replace(/^must be /, ''), schema[keyword]);
    }
  }
}

interface Place {
  path: string[];
  schema: Record<string, unknown>;
}

/** Every object with a default. A property or a response may have that name, and an example any content. */
function* schemasWithDefault(node: unknown, path: string[] = []): Generator<Place> {
  if (typeof node !== 'object' || node === null) return;
  const isNamed = ['properties', 'responses'].includes(path.at(-1) ?? '');
  if (!isNamed && ('default' in node || 'x-default' in node)) yield { path, schema: node };
  for (const [key, each] of Object.entries(node))
    if (isNamed || !['example', 'examples', 'default'].includes(key))
      yield* schemasWithDefault(each, [...path, key]);
}

const isAmount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

const isTable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mistake = (name: string, expected: string, value: unknown): Error =>
  new Error(`${name} in openapi/ must be ${expected}, and is ${JSON.stringify(value)}.`);
