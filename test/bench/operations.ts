import { randomBytes } from 'node:crypto';
import { anyNetwork, anyOf, type Caller } from './callers.ts';
import { run, type Call } from './load.ts';

/** One of the servers that are compared. All take the same calls. */
export class Stage {
  readonly #base: string;
  readonly #callers: readonly Caller[];
  /** Callers that keep their items, and callers whose items are used up: a bare server forgets these, and this one lists them. */
  readonly #keepers: readonly Caller[];
  readonly #others: readonly Caller[];
  readonly networks: number;
  /** Items that are still to be used up, and items that stay. */
  readonly #stock = new Map<Kind, Made[]>();
  readonly #kept = new Map<Kind, Made[]>();

  constructor(base: string, callers: readonly Caller[], networks: number) {
    this.#base = base;
    this.#callers = callers;
    const half = Math.ceil(callers.length / 2);
    this.#keepers = callers.slice(0, half);
    this.#others = callers.slice(-half);
    this.networks = networks;
  }

  /** A caller, another each time. */
  get caller(): Caller {
    return anyOf(this.#callers);
  }

  /** Has every caller make something: the first thing of a key costs more than the next. */
  async warm(): Promise<void> {
    const calls = this.#callers.map(CREATE.secret);
    this.add('secret', calls, (await run(this.#base, calls, 32)).bodies);
  }

  /** Puts what is there already into the stock, and aside what stays. */
  provide(stock: Record<Kind, readonly Made[]>, kept: Partial<Record<Kind, Made[]>>): void {
    for (const kind of KINDS) {
      this.#stock.set(kind, [...stock[kind]]);
      if (kept[kind]) this.#kept.set(kind, kept[kind]);
    }
  }

  /** Puts what calls have made into the stock. */
  add(kind: Kind, calls: readonly Call[], bodies: readonly string[]): void {
    this.#stock.set(kind, [...(this.#stock.get(kind) ?? []), ...madeBy(calls, bodies)]);
  }

  /** Takes so many things out of the stock, and makes what is lacking. */
  async take(kind: Kind, count: number): Promise<Made[]> {
    const stock = this.#stock.get(kind) ?? [];
    this.#stock.set(kind, stock);
    if (stock.length < count) stock.push(...(await this.#make(kind, count - stock.length, this.#others)));
    return stock.splice(0, count);
  }

  /** Things that stay: eight of each who keeps any, or 4,000 of a single one. */
  async kept(kind: Kind): Promise<Made[]> {
    const count = Math.max(4_000, 8 * this.#keepers.length);
    const made = this.#kept.get(kind) ?? (await this.#make(kind, count, this.#keepers));
    this.#kept.set(kind, made);
    return made;
  }

  async #make(kind: Kind, count: number, callers: readonly Caller[]): Promise<Made[]> {
    const calls = Array.from({ length: count }, () => CREATE[kind](anyOf(callers)));
    const { bodies } = await run(this.#base, calls, 32);
    return madeBy(calls, bodies);
  }
}

const KINDS = ['secret', 'transfer'] as const;
type Kind = (typeof KINDS)[number];

/** Something made, with the headers of its owner. */
export interface Made {
  id: string;
  headers: Caller['headers'];
}

/** Items that calls have created, read from their responses. */
const madeBy = (calls: readonly Call[], bodies: readonly string[]): Made[] =>
  bodies.map((text, i) => {
    const { id, secretId } = JSON.parse(text) as { id?: string; secretId?: string };
    const { authorization, 'x-owner': owner } = calls[i]!.headers as Caller['headers'];
    return { id: (id ?? secretId) as string, headers: { authorization, 'x-owner': owner } };
  });

export interface Operation {
  name: string;
  /** The calls of a round. */
  calls: (stage: Stage, count: number) => Promise<Call[]> | Call[];
  /** Items that they leave in the stock. */
  makes?: Kind;
}

/** 1 KB, as base64. */
const VALUE = randomBytes(768).toString('base64');
const SECRET = JSON.stringify({ secret: VALUE });
const TRANSFER = JSON.stringify({ type: 'text', text: VALUE, oneTime: true });

/** As clients make them: 22 random characters and more. */
const idempotencyKey = (): Record<string, string> => ({
  'idempotency-key': randomBytes(18).toString('base64url'),
});

const create = ({ headers }: Caller): Call => ({ method: 'POST', path: '/secrets', headers, body: SECRET });
const share = ({ headers }: Caller): Call => ({
  method: 'POST',
  path: '/transfers',
  headers,
  body: TRANSFER,
});
const CREATE: Record<Kind, (caller: Caller) => Call> = { secret: create, transfer: share };

const keyed = (call: Call): Call => ({ ...call, headers: { ...call.headers, ...idempotencyKey() } });
const repeat = (count: number, make: () => Call): Call[] => Array.from({ length: count }, make);
const read = (stage: Stage, path: string): Call => ({
  method: 'POST',
  path,
  headers: anyNetwork(stage.networks),
  body: '{}',
});
const reveal = async (stage: Stage, count: number): Promise<Call[]> =>
  (await stage.take('secret', count)).map(({ id }) => read(stage, `/public/secrets/${id}/reveal`));
const open = async (stage: Stage, count: number): Promise<Call[]> =>
  (await stage.take('transfer', count)).map(({ id }) => read(stage, `/public/transfers/${id}/open`));
const detail = async (stage: Stage, kind: Kind, count: number): Promise<Call[]> => {
  const kept = await stage.kept(kind);
  return repeat(count, () => {
    const { id, headers } = anyOf(kept);
    return { method: 'GET', path: `/${kind}s/${id}`, headers };
  });
};
const list = async (stage: Stage, count: number): Promise<Call[]> => {
  const kept = await stage.kept('transfer');
  return repeat(count, () => ({ method: 'GET', path: '/transfers?limit=20', headers: anyOf(kept).headers }));
};

/** Mix of 100 calls: 40 keyed creates, 30 reveals under a reader's key, 10 details each of secrets and transfers, 10 lists. */
async function mixed(stage: Stage, count: number): Promise<Call[]> {
  const of = (percent: number): number => Math.round((count * percent) / 100);
  const calls = [
    ...repeat(of(40), () => keyed(create(stage.caller))),
    ...(await reveal(stage, of(30))).map(keyed),
    ...(await detail(stage, 'secret', of(10))),
    ...(await detail(stage, 'transfer', of(10))),
    ...(await list(stage, of(10))),
  ];
  return calls
    .map((call) => ({ call, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ call }) => call);
}

/** A page of the transfers of any caller. */
export const listOperation: Operation = {
  name: 'list',
  calls: (stage, count) =>
    repeat(count, () => ({ method: 'GET', path: '/transfers?limit=20', headers: stage.caller.headers })),
};

export const operations: readonly Operation[] = [
  { name: 'create', calls: (stage, count) => repeat(count, () => create(stage.caller)), makes: 'secret' },
  {
    name: 'keyed',
    calls: (stage, count) => repeat(count, () => keyed(create(stage.caller))),
    makes: 'secret',
  },
  { name: 'reveal', calls: reveal },
  { name: 'open', calls: open },
  { name: 'secret', calls: (stage, count) => detail(stage, 'secret', count) },
  { name: 'transfer', calls: (stage, count) => detail(stage, 'transfer', count) },
  { name: 'list', calls: list },
  { name: 'mixed', calls: mixed },
];
