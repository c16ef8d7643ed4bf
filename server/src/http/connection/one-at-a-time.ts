/*
 * Reads two private fields of Node's HTTP server, tried on Node.js 24.21 and 26.12. `one-at-a-time.test.ts` fails if one
 * is gone or means something else.
 *
 * - `socket.parser`: without it the server parses nothing, and answers no request.
 * - `socket._paused`: without it a paused parser is called, which ends the connection of a client that pipelines
 *   requests and reads slowly.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A socket as Node's HTTP server uses it. */
type HttpSocket = Socket & {
  /** Gone when the server has let go of the socket. */
  parser?: object | null;
  /** Set while more is queued for the client than it takes; the parser may not be called then. */
  _paused?: boolean;
};

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

const HEAD_END = '\r\n\r\n';
/** The least that is handed over at once of a body whose end is not known beforehand. */
const LEAST_PIECE = 512;

/**
 * Hands the bytes of a connection to the HTTP parser one request at a time. Node parses, and begins to serve, whatever
 * has arrived: 64 KiB are more than two thousand pipelined requests. Here the next one waits, as bytes, until the
 * response to the one before has been written, and nothing more is read of the connection until then. So a connection
 * costs one request and one buffer, whoever is at its other end; and what follows a request, well-formed or not, cannot
 * harm its response.
 */
export class OneAtATime {
  readonly #socket: HttpSocket;
  readonly #parse: (bytes: Buffer) => void;
  /** Requests whose responses are not finished. */
  #inFlight = 0;
  #latest: Exchange | undefined;
  #waiting: Buffer | undefined;
  /** The first bytes of a head that is not parsed to its end. */
  #head: Buffer | undefined;
  /** Bytes still to come of a body with a `Content-Length`. */
  #bodyLeft = 0;
  #held = false;
  #stopped = false;

  constructor(socket: Socket, parse: (bytes: Buffer) => void) {
    this.#socket = socket;
    this.#parse = parse;
    socket.on('drain', () => this.#handOver());
    socket.on('close', () => (this.#waiting = undefined));
  }

  /** The request that was parsed last, as long as its response is not finished. */
  get latest(): Exchange | undefined {
    return this.#latest;
  }

  /** The path of a request whose head has begun to arrive. */
  get path(): string | undefined {
    return /^[A-Z]+ ([^ ?]+)/.exec(this.#head?.toString('latin1', 0, 256) ?? '')?.[1];
  }

  /** A request has been parsed as far as its body. */
  began(exchange: Exchange): void {
    this.#head = undefined;
    this.#inFlight++;
    this.#latest = exchange;
    this.#bodyLeft = Number(exchange.request.headers['content-length'] ?? 0);
    let over = false;
    const end = (): void => {
      if (over) return;
      over = true;
      this.#inFlight--;
      if (this.#latest === exchange) this.#latest = undefined;
      // Other connections come first.
      if (this.#waiting) setImmediate(() => this.#handOver());
    };
    exchange.response.once('finish', end).once('close', end);
  }

  /** Bytes have arrived. */
  arrived(bytes: Buffer): void {
    if (this.#stopped) return;
    this.#waiting = this.#waiting ? Buffer.concat([this.#waiting, bytes]) : bytes;
    this.#handOver();
  }

  /** Nothing more is parsed of this connection; what still arrives is dropped. */
  stop(): void {
    this.#stopped = true;
    this.#waiting = undefined;
    this.#socket.resume();
  }

  #handOver(): void {
    if (this.#stopped) return;
    while (this.#waiting && this.#mayParse()) {
      const end = this.#endOfPiece(this.#waiting);
      const piece = this.#waiting.subarray(0, end);
      this.#waiting = end < this.#waiting.length ? this.#waiting.subarray(end) : undefined;
      this.#bodyLeft = Math.max(0, this.#bodyLeft - piece.length);
      if (this.#inFlight === 0) this.#head ??= piece;
      this.#parse(piece);
    }
    if (this.#waiting) {
      this.#held = true;
      this.#socket.pause();
    } else if (this.#held) {
      this.#held = false;
      this.#socket.resume();
    }
  }

  #mayParse(): boolean {
    const { parser, _paused, destroyed, writableEnded } = this.#socket;
    if (this.#stopped || !parser || _paused || destroyed || writableEnded) return false;
    return this.#inFlight === 0 || this.#latest?.request.complete === false;
  }

  /** Up to the end of a head, or as much of a body as there is. */
  #endOfPiece(bytes: Buffer): number {
    if (this.#bodyLeft > 0) return Math.min(this.#bodyLeft, bytes.length);
    const found = bytes.indexOf(HEAD_END, this.#latest ? LEAST_PIECE : 0, 'latin1');
    return found === -1 ? bytes.length : found + HEAD_END.length;
  }
}

const connections = new WeakMap<object, OneAtATime>();

/** State of a connection of a server that takes one request at a time. */
export const connectionOf = (socket: object): OneAtATime | undefined => connections.get(socket);

/** Makes a server take the requests of each connection one at a time. */
export function takeOneAtATime(server: Server): void {
  server.on('connection', (socket: Socket) => {
    // The parser of Node's server: it gets by hand what it would get of the socket.
    const parsers = socket.listeners('data') as ((bytes: Buffer) => void)[];
    const connection = new OneAtATime(socket, (bytes) => parsers.forEach((parse) => parse(bytes)));
    connections.set(socket, connection);
    socket.removeAllListeners('data').on('data', (bytes: Buffer) => connection.arrived(bytes));
  });
  server.prependListener('request', (request, response) => {
    connectionOf(request.socket)?.began({ request, response });
  });
}
