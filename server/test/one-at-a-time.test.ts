import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OneAtATime } from '../src/http/connection/one-at-a-time.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
type HttpSocket = Socket & { parser?: object | null; _paused?: boolean };

/** A server of Node alone, and a client that sends bytes and reads nothing. */
async function connectTo(server: Server, bytes: string): Promise<Socket> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.on('error', () => undefined).write(bytes);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  return client;
}

describe('the fields of a socket of Node', () => {
  it('`parser` is there while the server parses, and gone once it lets go', async () => {
    const parsers: unknown[] = [];
    const server = createServer((request, response) => {
      parsers.push((request.socket as HttpSocket).parser);
      response.end();
    }).on('connect', (_request, socket: HttpSocket) => {
      parsers.push(socket.parser);
      socket.destroy();
    });
    await connectTo(server, `${GET}CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`);
    await expect.poll(() => parsers).toEqual([expect.any(Object), null]);
  });

  it('`_paused` is set for a request that arrives before the client has taken a response', async () => {
    const paused: unknown[] = [];
    let socket: HttpSocket | undefined;
    const server = createServer((request, response) => {
      socket = request.socket;
      paused.push(socket._paused);
      response.end(Buffer.alloc(20_000_000));
    });
    const client = await connectTo(server, GET.repeat(2));
    await expect.poll(() => paused).toEqual([false, true]);
    client.resume();
    await expect.poll(() => socket?._paused).toBe(false);
  });
});

interface Fields {
  parser: object | null;
  _paused: boolean;
  pause(): void;
  resume(): void;
}

describe('bytes of a connection', () => {
  const connection = () => {
    const socket = Object.assign<EventEmitter, Fields>(new EventEmitter(), {
      parser: {},
      _paused: false,
      pause: () => undefined,
      resume: () => undefined,
    });
    const parsed: string[] = [];
    const taken = new OneAtATime(socket as unknown as Socket, (bytes) => parsed.push(bytes.toString()));
    return { socket, parsed, taken };
  };

  it('wait while the server has paused its parser', () => {
    const { socket, parsed, taken } = connection();
    socket._paused = true;
    taken.arrived(Buffer.from(GET));
    expect(parsed).toEqual([]);
    socket._paused = false;
    socket.emit('drain');
    expect(parsed).toEqual([GET]);
  });

  it('are not parsed once the server has let go of the socket', () => {
    const { socket, parsed, taken } = connection();
    socket.parser = null;
    taken.arrived(Buffer.from(GET));
    expect(parsed).toEqual([]);
  });

  it('of the next request wait for the response to the one before', async () => {
    const { parsed, taken } = connection();
    const response = new EventEmitter();
    taken.arrived(Buffer.from(GET));
    taken.began({
      request: { headers: {}, complete: true } as IncomingMessage,
      response: response as ServerResponse,
    });
    taken.arrived(Buffer.from(GET));
    expect(parsed).toEqual([GET]);
    response.emit('finish');
    await expect.poll(() => parsed).toEqual([GET, GET]);
  });
});
