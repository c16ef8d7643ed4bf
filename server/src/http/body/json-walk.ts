import { limits } from '@tempshare/contract';
import { invalid } from '../../domain/problem.ts';

/** Limits beyond any request of the contract. A name is measured in bytes, as it is written. */
const MAX_MEMBERS = limits.json.members;
/** More quotes, commas and brackets than that many members can have. */
const MAX_TOKENS = 8 * MAX_MEMBERS;
const MAX_DEPTH = limits.json.depth;
const MAX_NAME = limits.json.nameLength;
/** Bytes between two pauses. */
const SLICE = 262_144;

/**
 * Checks depth, member count and unescaped names of a JSON text before it is parsed. Invalid JSON may pass, since the
 * parser comes next. @throws ServiceProblem `validation_failed`, with names but never values
 */
export function* walkJson(bytes: Buffer): Generator<undefined, void> {
  const shape = new Shape();
  for (let at = 0; at < bytes.length;) {
    const stop = Math.min(at + SLICE, bytes.length);
    const found = nextToken(bytes, at, stop);
    at = found + 1;
    if (found === stop) {
      at = stop;
      if (at < bytes.length) yield;
    } else if (bytes[found] === QUOTE) {
      while ((at = endOfString(bytes, at)) < bytes.length && bytes[at] !== QUOTE) yield;
      at++;
      shape.string(bytes.subarray(found, at));
    } else {
      shape.mark(bytes[found] as number);
    }
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Index of the next quote, comma or bracket, or `stop`. */
function nextToken(bytes: Buffer, from: number, stop: number): number {
  for (let at = from; at < stop; at++) {
    const byte = bytes[at] as number;
    // A bracket and a brace differ in one bit.
    if (byte === QUOTE || byte === COMMA || (byte | 0x20) === OPEN_OBJECT || (byte | 0x20) === CLOSE_OBJECT)
      return at;
  }
  return stop;
}

/** Index of the closing quote, or the end of the slice. */
function endOfString(bytes: Buffer, from: number): number {
  const stop = Math.min(from + SLICE, bytes.length);
  let at = from;
  while (at < stop && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

interface Container {
  /** Undefined for an array. */
  names: Set<string> | undefined;
  /** Name or index of the current value. */
  at: string | number;
}

class Shape {
  readonly #open: Container[] = [];
  #expectsName = false;
  #members = 0;
  #tokens = 0;

  mark(byte: number): void {
    this.#count();
    if (byte === COMMA) return this.#next();
    this.#expectsName = byte === OPEN_OBJECT;
    if (byte !== OPEN_OBJECT && byte !== OPEN_ARRAY) return void this.#open.pop();
    this.#member();
    if (this.#open.length === MAX_DEPTH)
      throw invalid('/body', 'too_deep', 'is nested deeper than any request here');
    this.#open.push(this.#expectsName ? { names: new Set(), at: '' } : { names: undefined, at: 0 });
  }

  string(quoted: Buffer): void {
    this.#count();
    const container = this.#open.at(-1);
    if (!this.#expectsName || !container?.names) return;
    this.#expectsName = false;
    if (quoted.length > MAX_NAME)
      throw invalid(this.#pointer(), 'unknown_property', 'has a name that is longer than any field here');
    container.at = unescaped(quoted.toString());
    if (container.names.has(container.at))
      throw invalid(this.#pointer(container.at), 'duplicate_member', 'stands there more than once');
    container.names.add(container.at);
  }

  #next(): void {
    this.#member();
    const container = this.#open.at(-1);
    if (typeof container?.at === 'number') container.at++;
    this.#expectsName = container?.names !== undefined;
  }

  #member(): void {
    if (++this.#members > MAX_MEMBERS) throw tooMany();
  }

  #count(): void {
    if (++this.#tokens > MAX_TOKENS) throw tooMany();
  }

  /** JSON pointer (RFC 6901) to the innermost container, or to a member of it. */
  #pointer(...member: string[]): string {
    const path = [...this.#open.slice(0, -1).map(({ at }) => String(at)), ...member];
    return ['/body', ...path.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
  }
}

const tooMany = () => invalid('/body', 'too_many_members', 'has more members than any request here');

function unescaped(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted;
  }
}
