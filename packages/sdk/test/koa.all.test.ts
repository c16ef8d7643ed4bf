import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../../../test/support/server/server-process.ts';
import { APIError, NotFoundError } from '../src/index.ts';
import { problem } from './scripted-server.ts';
import { stage } from './sealing-stage.ts';

interface Koa {
  use(middleware: (context: { body: unknown }) => Promise<void>): void;
  on(event: 'error', listener: (error: Error) => void): void;
  callback(): RequestListener;
}

/** Packages that only `npm run test:all` installs. */
const installed = createRequire(join(ROOT, 'test/packaging/package.json'));

const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);
process.on('uncaughtExceptionMonitor', note);
afterEach(() => expect(uncaught).toEqual([]));
afterAll(() => void process.off('uncaughtExceptionMonitor', note));

describe.for(['koa-2', 'koa-3'])('an application of %s', (name) => {
  /** Answers a request with the application, and returns the response and the error that Koa reported. */
  const answer = async (handle: (call: () => Promise<unknown>) => Promise<unknown>) => {
    const { default: Application } = (await import(installed.resolve(name))) as { default: new () => Koa };
    const headers = { 'x-request-id': 'req_7', 'retry-after': '3' };
    const { client } = await stage([problem(404, 'not_found', headers)], {});
    const errors: Error[] = [];
    const app = new Application();
    app.on('error', (error) => errors.push(error));
    app.use(async (context) => {
      context.body = await handle(() => client.secrets.get('7sQmXk2VbT9cLrPz4WnYdA'));
    });
    const server = createServer(app.callback()).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/`);
    return { status: response.status, headers: response.headers, text: await response.text(), errors };
  };

  it('answers with the status of an error that nobody catches, and with none of its headers', async () => {
    const { status, headers, text } = await answer((call) => call());
    expect([status, text]).toEqual([404, 'Not Found']);
    expect([headers.get('x-request-id'), headers.get('retry-after')]).toEqual([null, null]);
  });

  it('answers with 500 to an error of its own, whose cause is that of the service', async () => {
    const { status, text, errors } = await answer(async (call) => {
      try {
        return await call();
      } catch (cause) {
        if (cause instanceof APIError) throw new Error('the secret could not be looked up', { cause });
        throw cause;
      }
    });
    expect([status, text]).toEqual([500, 'Internal Server Error']);
    expect(errors).toMatchObject([{ cause: expect.any(NotFoundError) }]);
  });
});
