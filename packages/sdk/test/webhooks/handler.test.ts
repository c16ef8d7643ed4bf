import { inspect } from 'node:util';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import document from '../../../contract/src/gen/openapi.json' with { type: 'json' };
import { TempshareError } from '../../src/index.ts';
import { signPayload } from '../../src/webhooks/sign.ts';
import {
  createWebhookHandler,
  type ReceivedWebhookEvent,
  type WebhookEvent,
  type WebhookEventOf,
} from '../../src/webhooks/index.ts';
import { expressHandler } from '../../src/webhooks/express.ts';
import { fastifyPlugin } from '../../src/webhooks/fastify.ts';
import { fetchHandler } from '../../src/webhooks/fetch.ts';

const secret = 'whsec_ZGlzcGF0Y2g';

async function signed(type: string, id = 'evt_1'): Promise<[string, string]> {
  const body = JSON.stringify({ id, type, data: { object: {} } });
  return [body, await signPayload({ payload: body, secret, timestamp: Math.floor(Date.now() / 1000) })];
}

describe('a dispatcher', () => {
  it('hands an event to the function that is for its type, waits for it and gives the event', async () => {
    const handled: string[] = [];
    const webhooks = createWebhookHandler({ secret })
      .on('secret.consumed', async ({ id }) => {
        await Promise.resolve();
        handled.push(`consumed ${id}`);
      })
      .on(['transfer.created', 'transfer.deleted'], ({ type }) => handled.push(type));
    expect(await webhooks.handle(...(await signed('secret.consumed')))).toMatchObject({ id: 'evt_1' });
    await webhooks.handle(...(await signed('transfer.deleted')));
    await webhooks.handle(...(await signed('transfer.created')));
    expect(handled).toEqual(['consumed evt_1', 'transfer.deleted', 'transfer.created']);
  });

  it('hands every other event to onUnknown, or passes over it', async () => {
    const handled: unknown[] = [];
    const webhooks = createWebhookHandler({ secret }).on('secret.consumed', () => handled.push('wrong'));
    for (const type of ['room.opened', 'transfer.created', '__proto__', 'constructor', 'undefined'])
      await webhooks.handle(...(await signed(type)));
    expect(handled).toEqual([]);
    webhooks.onUnknown(({ type }) => handled.push(type));
    await webhooks.handle(...(await signed('room.opened')));
    await webhooks.handle(...(await signed('transfer.created')));
    expect(handled).toEqual(['room.opened', 'transfer.created']);
  });

  it('rejects with what the function throws', async () => {
    const failure = new Error('no disk');
    const webhooks = createWebhookHandler({ secret }).on('secret.consumed', () => Promise.reject(failure));
    await expect(webhooks.handle(...(await signed('secret.consumed')))).rejects.toBe(failure);
  });

  it('takes one function for each type', () => {
    const webhooks = createWebhookHandler({ secret }).on('secret.consumed', () => {});
    expect(() => webhooks.on(['transfer.created', 'secret.consumed'], () => {})).toThrow(TempshareError);
    expect(() => webhooks.onUnknown(() => {}).onUnknown(() => {})).toThrow('let the first call both');
  });

  it.each<[string, unknown, unknown, string]>([
    ['a name that is no event', 'secret.consumd', () => {}, 'takes the events transfer.created, '],
    ['a name that every object has', 'constructor', () => {}, 'onUnknown()'],
    ['one such name among others', ['secret.consumed', 'secret.read'], () => {}, 'onUnknown()'],
    ['an empty list', [], () => {}, 'takes the events'],
    ['no function', 'secret.consumed', undefined, 'must be a function'],
  ])('refuses %s', async (_, types, act, advice) => {
    const webhooks = createWebhookHandler({ secret });
    const wire = () => webhooks.on(types as 'secret.consumed', act as () => void);
    expect(wire).toThrow(TempshareError);
    expect(wire).toThrow(advice);
    const handled: string[] = [];
    webhooks.on('secret.consumed', ({ id }) => handled.push(id));
    await webhooks.handle(...(await signed('secret.consumed')));
    expect(handled).toEqual(['evt_1']);
  });

  it('knows each kind of event that the service emits', () => {
    const kinds = Object.keys(document.webhooks);
    expect(kinds).toContain('secret.consumed');
    expect(() => createWebhookHandler({ secret }).on(kinds as ['secret.consumed'], () => {})).not.toThrow();
  });

  it('refuses onUnknown without a function', () => {
    const webhooks = createWebhookHandler({ secret });
    expect(() => webhooks.onUnknown(undefined as never)).toThrow('must be a function');
  });

  it('refuses a tolerance and a secret that cannot work when it is made', () => {
    for (const tolerance of [-1, '300', 300_000] as number[])
      expect(() => createWebhookHandler({ secret, tolerance })).toThrow('tolerance must be seconds');
    for (const bad of ['', ' whsec_x', [secret, ''], () => secret] as string[])
      expect(() => createWebhookHandler({ secret: bad })).toThrow(
        expect.objectContaining({ code: 'invalid_secret' }),
      );
  });

  it('refuses options that it does not know, and a time that is no function', () => {
    const misspelt = { secrets: [secret] } as object;
    expect(() => createWebhookHandler(misspelt)).toThrow(
      '(perhaps secret is meant); known are secret, tolerance, now, seen',
    );
    expect(() => createWebhookHandler(secret as never)).toThrow(TempshareError);
    const timed = { secret, now: Date.now() as never };
    expect(() => createWebhookHandler(timed)).toThrow('now must be a function');
  });

  it.for([[], new Map(), () => true, true])('refuses %o for what it has seen', (seen) => {
    const make = () => createWebhookHandler({ secret, seen: seen as never });
    expect(make).toThrow('seen must have has(id) and add(id)');
  });

  it('may be made where the secret is not there yet, as when a program is built', async () => {
    vi.stubEnv('SERVICE_WEBHOOK_SECRET', undefined);
    const { handle } = createWebhookHandler();
    await expect(handle(...(await signed('secret.consumed')))).rejects.toMatchObject({
      code: 'invalid_secret',
    });
    vi.stubEnv('SERVICE_WEBHOOK_SECRET', secret);
    expect(await handle(...(await signed('secret.consumed')))).toMatchObject({ id: 'evt_1' });
    vi.unstubAllEnvs();
  });

  it.each([
    ['expressHandler', expressHandler],
    ['fastifyPlugin', fastifyPlugin],
    ['fetchHandler', fetchHandler],
  ])('is what %s takes, and nothing else', (_, adapt) => {
    for (const other of [undefined, null, { secret }, secret]) {
      expect(() => adapt(other as never)).toThrow(TempshareError);
      expect(() => adapt(other as never)).toThrow('what createWebhookHandler() has made');
    }
    const misspelt = () => adapt(createWebhookHandler(), { onErorr: () => {} } as object);
    expect(misspelt).toThrow('"onErorr" (perhaps onError is meant)');
    for (const limit of ['1mb', NaN, null, 0, Infinity])
      expect(() => adapt(createWebhookHandler(), { limit } as object)).toThrow(
        'limit must be a whole number',
      );
    const printed = () => adapt(createWebhookHandler(), { onError: console } as object);
    expect(printed).toThrow('onError must be a function');
  });

  it('dispatches what was verified elsewhere, with methods that need no this', async () => {
    const handled: string[] = [];
    const { unwrap, dispatch } = createWebhookHandler({ secret }).on('secret.consumed', ({ id }) =>
      handled.push(id),
    );
    const event = await unwrap(...(await signed('secret.consumed')));
    expect(handled).toEqual([]);
    await dispatch(JSON.parse(JSON.stringify(event)) as ReceivedWebhookEvent);
    expect(handled).toEqual(['evt_1']);
  });

  it('shows no secret', () => {
    const shown = inspect(createWebhookHandler({ secret }), { depth: 9, showHidden: true });
    expect(shown).not.toContain(secret);
  });
});

describe('a dispatcher that knows what it has seen', () => {
  it('acts on each id once', async () => {
    const handled: string[] = [];
    const seen = new Set<string>();
    const webhooks = createWebhookHandler({ secret, seen }).on('secret.consumed', ({ id }) =>
      handled.push(id),
    );
    for (const id of ['evt_1', 'evt_1', 'evt_2', 'evt_1'])
      expect(await webhooks.handle(...(await signed('secret.consumed', id)))).toMatchObject({ id });
    expect(handled).toEqual(['evt_1', 'evt_2']);
    expect([...seen]).toEqual(['evt_1', 'evt_2']);
  });

  it('acts again on an event whose function failed', async () => {
    let attempts = 0;
    const seen = new Set<string>();
    const webhooks = createWebhookHandler({ secret, seen }).on('secret.consumed', async () => {
      if (++attempts < 3) throw new Error(`attempt ${attempts}`);
    });
    const delivery = await signed('secret.consumed');
    await expect(webhooks.handle(...delivery)).rejects.toThrow('attempt 1');
    await expect(webhooks.handle(...delivery)).rejects.toThrow('attempt 2');
    expect(seen.size).toBe(0);
    await webhooks.handle(...delivery);
    await webhooks.handle(...delivery);
    expect(attempts).toBe(3);
  });

  it('lets a repetition wait for the first, and shares its fate', async () => {
    let attempts = 0;
    const gate = Promise.withResolvers<void>();
    const webhooks = createWebhookHandler({ secret, seen: new Set() }).on('secret.consumed', () => {
      attempts++;
      return gate.promise;
    });
    const event = await webhooks.unwrap(...(await signed('secret.consumed')));
    const both = Promise.allSettled([webhooks.dispatch(event), webhooks.dispatch(event)]);
    await expect.poll(() => attempts).toBe(1);
    gate.reject(new Error('no disk'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(attempts).toBe(1);
  });

  it('rejects when what was seen cannot be asked or kept, so that the event comes again', async () => {
    const handled: string[] = [];
    const away = () => Promise.reject(new Error('database away'));
    const [asked, kept] = [
      { has: away, add: () => {} },
      { has: () => false, add: away },
    ].map((seen) =>
      createWebhookHandler({ secret, seen }).on('secret.consumed', ({ id }) => handled.push(id)),
    );
    await expect(asked!.handle(...(await signed('secret.consumed', 'a')))).rejects.toThrow('database away');
    await expect(kept!.handle(...(await signed('secret.consumed', 'b')))).rejects.toThrow('database away');
    expect(handled).toEqual(['b']);
  });

  it('leaves events that nobody acts on unmarked', async () => {
    const seen = new Set<string>();
    await createWebhookHandler({ secret, seen }).handle(...(await signed('secret.consumed')));
    expect(seen.size).toBe(0);
  });
});

describe('the types of a dispatcher', () => {
  it('narrow the event by the name, and know no other names', () => {
    const webhooks = createWebhookHandler();
    webhooks.on('secret.consumed', (event) => {
      expectTypeOf(event).toEqualTypeOf<WebhookEventOf<'secret.consumed'>>();
      expectTypeOf(event.data.object.secretId).toBeString();
      // @ts-expect-error Of another event.
      void event.data.object.files;
    });
    webhooks.on(['transfer.created', 'transfer.deleted'], (event) => {
      expectTypeOf(event.type).toEqualTypeOf<'transfer.created' | 'transfer.deleted'>();
      if (event.type === 'transfer.deleted') expectTypeOf(event.data.object.reason).toBeString();
    });
    // @ts-expect-error No such event among them.
    expect(() => webhooks.on(['request.closed', 'request.opened'], () => {})).toThrow(TempshareError);
    webhooks.onUnknown((event) => {
      expectTypeOf(event).toEqualTypeOf<ReceivedWebhookEvent>();
      if (event.type === 'request.closed') expectTypeOf(event).toExtend<WebhookEvent>();
    });
  });
});
