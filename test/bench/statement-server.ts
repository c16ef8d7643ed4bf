/**
 * The statements of the server, as its stores have them, behind Express and pg: what its SQL costs without its HTTP,
 * limits, encryption and validation. What is stored is sealed once and stored again and again.
 */
import { pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { defaults } from '@tempshare/contract';
import { linkId, prefixedId, shortCode } from '../../server/src/crypto/tokens.ts';
import { sealSecret } from '../../server/src/features/secrets/secret.ts';
import * as secrets from '../../server/src/features/secrets/store.ts';
import * as transfers from '../../server/src/features/transfers/store.ts';
import { sealTransfer } from '../../server/src/features/transfers/transfer.ts';
import { bareApp, listen } from './listen.ts';
import { db, deps, made, principal, readerOf, signal, vault } from './stores.ts';

const derive = promisify(pbkdf2);

const app = bareApp();
let secret: secrets.NewSecret | undefined;
app.post('/secrets', async ({ body, headers }, response) => {
  const { password, ...input } = body as { secret: string; password?: string };
  if (password) await derive(password, randomBytes(16), defaults.kdfIterations, 32, 'sha512');
  const asked = { encryption: 'server', expiration: '1d', ...input } as const;
  secret ??= await sealSecret(deps, { id: linkId(), input: asked, principal, now: new Date() });
  const [keyId, id] = [headers['x-owner'] as string, linkId()];
  const creation = secrets.insertSecret({ ...secret, id, keyId, createdAt: new Date() });
  await made(creation, { keyId, key: headers['idempotency-key'] });
  response.status(201).json({ secretId: id });
});
app.post('/public/secrets/:id/reveal', async ({ params, headers }, response) => {
  const asked = { id: params.id, eventId: prefixedId('evt'), keyringIds: vault.keyIds, signal };
  const row = await secrets.burnUnprotected(db, { ...asked, reader: readerOf(headers['idempotency-key']) });
  if (row) response.json(row.encryption);
  else response.sendStatus(404);
});
app.get('/secrets/:id', async ({ params, headers }, response) => {
  const row = await secrets.findOwned(db, params.id, headers['x-owner'] as string);
  if (row) response.json(row);
  else response.sendStatus(404);
});

let transfer: transfers.NewTransfer | undefined;
app.post('/transfers', async ({ body, headers }, response) => {
  const input = { type: 'text', encryption: 'server', expiration: '1d', oneTime: false } as const;
  const asked = { ...input, ...(body as { text: string }) };
  transfer ??= (await sealTransfer(deps, { id: linkId(), input: asked, principal, now: new Date() }))
    .transfer;
  const [keyId, id] = [headers['x-owner'] as string, linkId()];
  const named = { ...transfer, id, keyId, shortCode: shortCode(), createdAt: new Date() };
  const creation = transfers.insertTransfer(named, prefixedId('evt'));
  await made(creation, { keyId, key: headers['idempotency-key'] });
  response.status(201).json({ id });
});
app.post('/public/transfers/:id/open', async ({ params, headers }, response) => {
  const events = { completed: prefixedId('evt'), deleted: prefixedId('evt') };
  const asked = { id: params.id, events, keyringIds: vault.keyIds, signal };
  const row = await transfers.viewUnprotected(db, { ...asked, reader: readerOf(headers['idempotency-key']) });
  if (row) response.json(row.kind);
  else response.sendStatus(404);
});
app.get('/transfers/:id', async ({ params, headers }, response) => {
  const name = { by: 'id', text: params.id } as const;
  const row = await transfers.findOwned(db, name, headers['x-owner'] as string);
  if (row) response.json(row);
  else response.sendStatus(404);
});
app.get('/transfers', async ({ query, headers }, response) => {
  const filter = { keyId: headers['x-owner'] as string, status: undefined };
  const page = { limit: Number(query.limit), after: null };
  response.json(await transfers.listOwned(db, filter, page));
});
listen(app);
