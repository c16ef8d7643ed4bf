/**
 * Creates and reveals secrets by the statements of the server, behind Express and pg, with more of what the server does
 * from one path to the next: `/sealed` encrypts, and `/admitted` also knows keys and limits.
 */
import { Router, type Request } from 'express';
import { linkId, prefixedId } from '../../server/src/crypto/tokens.ts';
import type { Principal } from '../../server/src/domain/principal.ts';
import { ApiKeys } from '../../server/src/features/accounts/api-key.ts';
import { sealSecret } from '../../server/src/features/secrets/secret.ts';
import { burnUnprotected, insertSecret } from '../../server/src/features/secrets/store.ts';
import { AnonymousLimit } from '../../server/src/limits/rate-limit.ts';
import { bareApp, listen } from './listen.ts';
import { db, deps, made, principal, signal, vault } from './stores.ts';

/** The same limit for all, which nobody reaches. */
const LIMIT = 1_000;
const [apiKeys, anonymous] = [new ApiKeys(db, LIMIT), new AnonymousLimit(db, LIMIT)];

interface Steps {
  callerOf: (request: Request) => Promise<Principal>;
  letIn: (request: Request) => Promise<unknown>;
}

function routes({ callerOf, letIn }: Steps): Router {
  const router = Router();
  router.post('/secrets', async (request, response) => {
    const caller = await callerOf(request);
    const { secret } = request.body as { secret: string };
    const input = { encryption: 'server', expiration: '1d', secret } as const;
    const sealed = await sealSecret(deps, { id: linkId(), input, principal: caller, now: new Date() });
    await made(insertSecret(sealed), { keyId: caller.keyId, key: undefined });
    response.status(201).json({ secretId: sealed.id });
  });
  router.post('/public/secrets/:id/reveal', async (request, response) => {
    await letIn(request);
    const { id } = request.params;
    const burning = { id, eventId: prefixedId('evt'), keyringIds: vault.keyIds, reader: undefined, signal };
    const row = await burnUnprotected(db, burning);
    if (!row) return void response.sendStatus(404);
    const ref = { kind: 'secret', id } as const;
    const secret = vault.open(ref, 'content', vault.unlockUnprotected(ref, row.wrappedKey), row.content);
    response.json({ secret: secret.toString() });
  });
  return router;
}

const owner = (request: Request): Principal => ({ ...principal, keyId: request.get('x-owner') ?? linkId() });
const bearer = (request: Request): string => (request.get('authorization') ?? '').slice('Bearer '.length);

const app = bareApp();
app.use(
  '/sealed',
  routes({ callerOf: (request) => Promise.resolve(owner(request)), letIn: () => Promise.resolve() }),
);
app.use(
  '/admitted',
  routes({
    callerOf: async (request) => (await apiKeys.admit(bearer(request)))!.principal,
    letIn: (request) => anonymous.admit(request.get('x-forwarded-for') ?? ''),
  }),
);
listen(app);
