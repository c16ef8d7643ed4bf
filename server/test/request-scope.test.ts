import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { expect, it, vi } from 'vitest';
import { beginScope } from '../src/http/pipeline/request-scope.ts';

it.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
])('the log holds of the client %s no more than %s', (ip, network) => {
  const log = { over: vi.fn(), probed: vi.fn() };
  const request = { ip, method: 'GET', socket: {}, app: { get: () => () => false } };
  const response = Object.assign(new EventEmitter(), {
    ...{ locals: {}, setHeader: () => undefined, statusCode: 200, writableFinished: true },
  });
  beginScope(log as never, request as unknown as Request, response as unknown as Response);
  response.emit('close');
  expect(log.over).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ network }));
  expect(JSON.stringify(log.over.mock.calls)).not.toContain(ip);
});
