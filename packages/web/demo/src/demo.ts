import { operations, type OperationInfo } from '@tempshare/contract';
import type { AccountSchema } from '@tempshare/contract/account';
import { DEFAULTS } from '../../../testing/src/domain/capacity.ts';
import { features } from '../../../testing/src/features/index.ts';
import { roomsOf } from '../../../testing/src/features/rooms/room.ts';
import { deliverDue } from '../../../testing/src/features/webhooks/attempts.ts';
import { MockProblem } from '../../../testing/src/http/problem.ts';
import { find } from '../../../testing/src/http/route.ts';
import { serve } from '../../../testing/src/http/serve.ts';
import { State } from '../../../testing/src/state.ts';
import { admitKeys, type Account, type Demo } from './account/account.ts';
import { serveAccount } from './account/serve.ts';
import { countUse, quotasOf } from './account/usage.ts';
import { seed } from './seed.ts';
import { snapshot } from './snapshot.ts';
import type { Store } from './store.ts';

/** The stored state. A build does not read the state of another one. */
interface Stored {
  build: string;
  memory: State['memory'];
  account: Account;
}

/** The demo as a service worker runs it. */
export interface RunningDemo {
  /** Responds to a request below `/api/v1` or `/api/account`; undefined for others. */
  respond(request: Request): Promise<Response> | undefined;
  /** Links to try. */
  examples(): Account['examples'];
  /** The person who is signed in, and the others. */
  users(): Account['users'];
  /** Forgets everything, and makes the examples again. */
  startOver(): Promise<void>;
  /** Resolves once everything up to now is stored. */
  saved(): Promise<void>;
}

interface DemoOptions {
  /** Address of the pages, without a slash at its end. */
  appUrl: string;
  /** Names the build whose state can be read. */
  build: string;
  store: Store;
}

/** Starts the demo with what is stored, or with examples. */
export async function startDemo({ appUrl, build, store }: DemoOptions): Promise<RunningDemo> {
  const baseUrl = `${appUrl}/api/v1`;
  let demo = (await restored()) ?? (await fresh());
  let settling = Promise.resolve();
  await save();

  function newDemo(memory: State['memory'], account: Account): Demo {
    const state = new State(baseUrl, features, { limits: undefined, capacity: DEFAULTS });
    state.memory = memory;
    return { state, account };
  }

  async function restored(): Promise<Demo | undefined> {
    const stored = (await store.read()) as Stored | undefined;
    if (stored?.build !== build) return undefined;
    const found = newDemo(stored.memory, stored.account);
    // The streams of a worker that has ended are over.
    for (const room of roomsOf(found.state).values())
      Object.assign(room, { present: [], followers: new Set() });
    return found;
  }

  async function fresh(): Promise<Demo> {
    const made = await seed(baseUrl, receive);
    return newDemo(made.state.memory, made.account);
  }

  /** Stores the state. The demo goes on where that fails. */
  async function save(): Promise<void> {
    const { state, account } = demo;
    const stored: Stored = { build, ...snapshot({ memory: state.memory, account }) };
    await store
      .write(stored)
      .catch((error: unknown) => console.error('The demo could not be stored.', error));
  }

  /** Sends the webhooks that are due to a receiver that the demo makes up, and stores the changes. One run follows another. */
  function settle(): void {
    settling = settling.then(async () => {
      await deliverDue(demo.state, receive).catch(console.error);
      await save();
    });
  }

  async function respondV1(request: Request, path: string): Promise<Response> {
    admitKeys(demo);
    const key = demo.state.keys.get(request.headers.get('Authorization')?.replace(/^Bearer +/i, '') ?? '');
    const operation = find(request.method, path)?.operation;
    const creates = key && operation && isCreation(operation);
    const admitted = (): void => {
      if (creates) refuseBeyondQuota(demo, key.id);
    };
    const response = await serve(demo.state, request, { admitted });
    if (key && !demo.account.tokens.has(key.text)) {
      const { now } = demo.state;
      countUse(demo.account, key.id, now, { requests: 1, items: creates && response.ok ? 1 : 0, bytes: 0 });
      const stored = demo.account.keys.find(({ id }) => id === key.id);
      if (stored) stored.lastUsedAt = now;
    }
    return response;
  }

  return {
    respond(request) {
      const { href, search } = new URL(request.url);
      const path = href.slice(0, href.length - search.length);
      const below = (part: string): string | undefined =>
        path.startsWith(`${appUrl}/api/${part}/`) ? path.slice(`${appUrl}/api/${part}`.length) : undefined;
      const [v1, account] = [below('v1'), below('account')];
      if (v1 === undefined && account === undefined) return undefined;
      const responding = v1 === undefined ? serveAccount(demo, request, account!) : respondV1(request, v1);
      return responding.then((response) => {
        response.headers.set('Date', new Date().toUTCString());
        if (changes(request)) settle();
        return response;
      });
    },
    examples: () => demo.account.examples,
    users: () => demo.account.users,
    async startOver() {
      await settling;
      demo.state.reset([]);
      demo = await fresh();
      await save();
    },
    saved: () => settling,
  };
}

/** Whether a request may change something. A download counts a view. */
const changes = ({ method, url }: Request): boolean =>
  !['GET', 'HEAD'].includes(method) || url.includes('/public/downloads/');

/** Whether an operation of an owner creates an item. */
const isCreation = ({ auth, method, status, path, tag }: OperationInfo): boolean =>
  auth === 'bearer' && method === 'POST' && status === 201 && tag !== 'webhooks' && /^\/[\w-]+$/.test(path);

/** The operations that create items, for tests. */
export const creations = Object.values(operations as Record<string, OperationInfo>)
  .filter(isCreation)
  .map(({ id }) => id);

const NAMES = { items: 'living items', bytes: 'bytes', uploads: 'uploads of a day' } as const;

/** @throws MockProblem `quota_exceeded` when the account or the person has used up a quota */
function refuseBeyondQuota(demo: Demo, keyId: string): void {
  for (const { limits: most, used } of quotasOf(demo, keyId)) {
    const names = Object.keys(NAMES) as (keyof AccountSchema<'QuotaLimits'>)[];
    const full = names.find((name) => most[name] !== null && used[name] >= most[name]);
    if (!full) continue;
    const detail = `The quota of ${most[full]} ${NAMES[full]} is used up: ${used[full]} of ${most[full]}.`;
    throw new MockProblem('quota_exceeded', detail, {
      errors: [{ pointer: '/body', code: `quota_${full}`, detail }],
    });
  }
}

/** The made-up receiver of all webhooks. Names that begin with `down.` answer with an error. */
function receive(request: Request): Response {
  const isDown = new URL(request.url).hostname.startsWith('down.');
  const text = 'This is a demo. It sends nothing, and answers in place of the receiver.\n';
  return new Response(text, { status: isDown ? 503 : 200, headers: { 'Content-Type': 'text/plain' } });
}
