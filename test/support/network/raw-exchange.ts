/** HTTP exchanges whose request is written byte for byte. */
import { connect } from 'node:net';

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends bytes on a connection of their own. Resolves with the responses when there are `count`, or when the server
 * closes the connection.
 */
export function rawExchange(base: string, bytes: string, count = Infinity): Promise<RawResponse[]> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    const look = (): void => {
      const responses = splitResponses(received);
      if (responses.length >= count || socket.closed) resolve(responses);
      if (responses.length >= count) socket.destroy();
    };
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk;
      look();
    });
    socket.on('error', () => undefined);
    socket.on('close', look);
  });
}

/** The whole responses in a stream of them; each has a `Content-Length`. */
export function splitResponses(text: string): RawResponse[] {
  const responses: RawResponse[] = [];
  for (let rest = text; ;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return responses;
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 2),
      ]),
    );
    const length = Number(headers['content-length']);
    const body = rest.slice(end + 4, end + 4 + length);
    if (body.length < length) return responses;
    responses.push({ status: Number(first.split(' ')[1]), headers, body });
    rest = rest.slice(end + 4 + length);
  }
}
