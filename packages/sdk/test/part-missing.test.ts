import { expect, it } from 'vitest';
import type * as sdk from '../src/index.ts';
import { TempshareError } from '../src/index.ts';
import { copyOf } from './copy-of-package.ts';
import { json, scriptedServer } from './scripted-server.ts';
import { ID } from './sealing-stage.ts';
import { failure } from './transport-setup.ts';

async function stage() {
  const { Tempshare } = (await copyOf('index.ts', './sealed-calls.ts')) as typeof sdk;
  const { baseUrl, seen } = await scriptedServer(json(200, { success: true }));
  return { client: new Tempshare({ apiKey: 'svc_sk_test_0123456789', baseUrl }), seen };
}

it('a call that needs the missing part fails with an error of the package, and sends nothing', async () => {
  const { client, seen } = await stage();
  const calls = [
    () => client.secrets.create({ secret: 'x' }),
    () => client.transfers.create({ type: 'text', text: 'x' }),
    () => client.rooms.create({ name: 'x' }),
    () => client.rooms.messages.create(ID, { text: 'x' }),
    () => client.rooms.files.create(ID, { file: new Blob(['x']) }),
    () => client.rooms.open(`https://share.example/en/room/${ID}`),
  ];
  for (const call of calls) {
    const error = await failure(call(), TempshareError);
    expect(error.message).toBe('a part of the package could not be loaded');
    expect(error.cause).toBeDefined();
  }
  expect(seen).toEqual([]);
});

it('a plain call needs no other part', async () => {
  const { client, seen } = await stage();
  await client.withOptions({ middleware: [(request, next) => next(request)] }).key.get();
  await client.files.upload('u_token', new Blob(['bytes']));
  expect(seen).toHaveLength(2);
});
