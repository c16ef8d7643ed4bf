import { Transform, type TransformCallback } from 'node:stream';

/** A JSON-RPC 2.0 error for a line that is not handed on. */
export interface Refusal {
  jsonrpc: '2.0';
  /** Of the request, as far as it can be told. */
  id: string | number | null;
  error: { code: -32700 | -32600; message: string };
}

const NEWLINE = 0x0a;

/**
 * Hands on whole lines, each as one chunk, that hold one JSON object; the transport behind would look through all that
 * it has of a line anew with each chunk. What else there is is refused, blank lines are skipped.
 */
export class MessageLines extends Transform {
  readonly #longest: number;
  readonly #refuse: (refusal: Refusal) => void;
  #pieces: Buffer[] = [];
  #length = 0;

  /** @param longest bytes of a line, of which no more than this is kept */
  constructor(longest: number, refuse: (refusal: Refusal) => void) {
    super();
    this.#longest = longest;
    this.#refuse = refuse;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let start = 0;
    for (let end; (end = chunk.indexOf(NEWLINE, start)) !== -1; start = end + 1) {
      this.#keep(chunk.subarray(start, end + 1));
      this.#endLine();
    }
    this.#keep(chunk.subarray(start));
    done();
  }

  /** Of a line that is too long the beginning and the end are kept, which may tell the id. */
  #keep(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#length += piece.length;
    this.#pieces.push(piece);
    if (this.#length > this.#longest && this.#pieces.length > 4)
      this.#pieces.splice(2, this.#pieces.length - 4);
  }

  #endLine(): void {
    const [pieces, length] = [this.#pieces, this.#length];
    this.#pieces = [];
    this.#length = 0;
    const line = Buffer.concat(pieces);
    const whole = length <= this.#longest;
    const refusal = whole ? faultOf(line) : tooLong(line, this.#longest);
    if (refusal) this.#refuse(refusal);
    else if (whole && refusal === undefined) this.push(line);
  }
}

/** Undefined for a JSON object, null for a blank line. */
function faultOf(line: Buffer): Refusal | null | undefined {
  try {
    // Bytes that are no UTF-8 would be shared as other characters.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
    if (text.trim() === '') return null;
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined;
    return refusal(null, -32600, 'A line must hold one JSON-RPC message; batches are not taken');
  } catch {
    return refusal(null, -32700, 'A line must be JSON in UTF-8');
  }
}

const ID = String.raw`"id":\s*(\d{1,15}|"[\w-]{1,64}")`;
/** The members that may stand before the id, then the id, then what makes a message a response. */
const HEAD = new RegExp(
  String.raw`^\{\s*(?:"(?:jsonrpc|method)":\s*"[^"\\]{1,64}",\s*)*(?:${ID},\s*)?("(?:result|error)":)?`,
);
const TAIL = new RegExp(String.raw`,\s*${ID}(?:,\s*"jsonrpc":\s*"2\.0")?\s*\}\s*$`);

/**
 * Clients write the id of a request right at the beginning or at the end, where no argument can look like it. Undefined
 * for a response, which is never answered.
 */
function tooLong(line: Buffer, longest: number): Refusal | undefined {
  const [, first, response] = HEAD.exec(line.subarray(0, 200).toString()) ?? [];
  if (response !== undefined) return undefined;
  const id = first ?? TAIL.exec(line.subarray(-200).toString())?.[1];
  const message = `A message must have at most ${longest.toLocaleString('en')} bytes`;
  return refusal(id === undefined ? null : (JSON.parse(id) as string | number), -32600, message);
}

const refusal = (id: Refusal['id'], code: Refusal['error']['code'], message: string): Refusal => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
