import { Transform, type TransformCallback } from 'node:stream';

/** A JSON-RPC 2.0 error response to a line that is not forwarded. */
export interface ErrorResponse {
  jsonrpc: '2.0';
  /** Id of the request, null when unknown. */
  id: string | number | null;
  error: { code: -32700 | -32600; message: string };
}

const NEWLINE = 0x0a;

/**
 * Splits stdin into messages: forwards each line that holds one JSON object as one chunk, since the transport behind it
 * scans all of an unfinished line again with each chunk. Other lines get an error response, blank ones are skipped.
 */
export class MessageFraming extends Transform {
  readonly #maxBytes: number;
  readonly #reject: (response: ErrorResponse) => void;
  #pieces: Buffer[] = [];
  #length = 0;

  /** @param maxBytes of a line; no more than this is buffered */
  constructor(maxBytes: number, reject: (response: ErrorResponse) => void) {
    super();
    this.#maxBytes = maxBytes;
    this.#reject = reject;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let start = 0;
    for (let end; (end = chunk.indexOf(NEWLINE, start)) !== -1; start = end + 1) {
      this.#buffer(chunk.subarray(start, end + 1));
      this.#endLine();
    }
    this.#buffer(chunk.subarray(start));
    done();
  }

  /** Keeps the beginning and the end of an oversized line: either may contain the id. */
  #buffer(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#length += piece.length;
    this.#pieces.push(piece);
    if (this.#length > this.#maxBytes && this.#pieces.length > 4)
      this.#pieces.splice(2, this.#pieces.length - 4);
  }

  #endLine(): void {
    const [pieces, length] = [this.#pieces, this.#length];
    this.#pieces = [];
    this.#length = 0;
    const line = Buffer.concat(pieces);
    const oversized = length > this.#maxBytes;
    const response = oversized ? oversizedError(line, this.#maxBytes) : checkLine(line);
    if (response) this.#reject(response);
    else if (!oversized && response === undefined) this.push(line);
  }
}

/** Undefined for a JSON object, null for a blank line. */
function checkLine(line: Buffer): ErrorResponse | null | undefined {
  try {
    // Invalid UTF-8 would be shared as other characters.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
    if (text.trim() === '') return null;
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined;
    return errorResponse(null, -32600, 'A line must hold one JSON-RPC message; batches are not taken');
  } catch {
    return errorResponse(null, -32700, 'A line must be JSON in UTF-8');
  }
}

const ID = String.raw`"id":\s*(\d{1,15}|"[\w-]{1,64}")`;
/** The members that may stand before the id, then the id, then what makes a message a response. */
const HEAD = new RegExp(
  String.raw`^\{\s*(?:"(?:jsonrpc|method)":\s*"[^"\\]{1,64}",\s*)*(?:${ID},\s*)?("(?:result|error)":)?`,
);
const TAIL = new RegExp(String.raw`,\s*${ID}(?:,\s*"jsonrpc":\s*"2\.0")?\s*\}\s*$`);

/**
 * Clients write the id of a request at the very beginning or end, where no argument can look like it. Undefined for a
 * response, which gets none.
 */
function oversizedError(line: Buffer, maxBytes: number): ErrorResponse | undefined {
  const [, first, response] = HEAD.exec(line.subarray(0, 200).toString()) ?? [];
  if (response !== undefined) return undefined;
  const id = first ?? TAIL.exec(line.subarray(-200).toString())?.[1];
  const message = `A message must have at most ${maxBytes.toLocaleString('en')} bytes`;
  return errorResponse(id === undefined ? null : (JSON.parse(id) as string | number), -32600, message);
}

const errorResponse = (
  id: ErrorResponse['id'],
  code: ErrorResponse['error']['code'],
  message: string,
): ErrorResponse => ({ jsonrpc: '2.0', id, error: { code, message } });
