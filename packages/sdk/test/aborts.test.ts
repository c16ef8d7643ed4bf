import { describe, expect, it, vi } from 'vitest';
import { APIUserAbortError } from '../src/index.ts';
import { getFile } from './operations.ts';
import { hang, json, problem, stalledBody } from './scripted-server.ts';
import { failure, setup } from './transport-setup.ts';

describe("the caller's signal", () => {
  it('that is aborted already sends nothing', async () => {
    const { get, seen } = await setup([json(200, {})]);
    const error = await failure(get({ signal: AbortSignal.abort('because') }), APIUserAbortError);
    expect(error.cause).toBe('because');
    expect(seen).toHaveLength(0);
  });

  it('ends a call in flight, and the reason is the cause', async () => {
    const { get, seen } = await setup([hang]);
    const controller = new AbortController();
    const call = get({ signal: controller.signal });
    await expect.poll(() => seen.length).toBe(1);
    const reason = new Error('the user left');
    controller.abort(reason);
    const error = await failure(call, APIUserAbortError);
    expect(error.cause).toBe(reason);
    expect(seen).toHaveLength(1);
  });

  it('ends a call between attempts', async () => {
    const controller = new AbortController();
    const { get, seen } = await setup([problem(429, 'rate_limited', { 'retry-after': '30' })], {
      sleep: undefined,
    });
    const call = get({ signal: controller.signal });
    await expect.poll(() => seen.length).toBe(1);
    setTimeout(() => controller.abort(), 20);
    const error = await failure(call, APIUserAbortError);
    expect(error.attempts).toBe(1);
    expect(seen).toHaveLength(1);
  });

  it('ends a download', async () => {
    const { invoke } = await setup([stalledBody]);
    const controller = new AbortController();
    const response = await invoke<Response>(
      getFile,
      { path: { id: 'r', fileId: 'f' } },
      { signal: controller.signal },
    );
    const text = response.text();
    controller.abort();
    await failure(text, APIUserAbortError);
  });

  it('may be shared by many calls without a warning', async () => {
    const warned = vi.spyOn(process, 'emitWarning');
    const { get } = await setup([json(200, {})]);
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 30 }, () => get({ signal })));
    expect(warned).not.toHaveBeenCalled();
  });
});
