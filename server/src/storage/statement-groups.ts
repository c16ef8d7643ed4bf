import { setImmediate } from 'node:timers/promises';
import { BatchError, causeOf, type Connection, type NamedStatement } from './batch.ts';
import { isLast, isLost, isReadOnly, NotSentError, OutcomeUnknownError } from './database-errors.ts';

/** Statements of one request, most often one, that may be sent together with those of others. */
export interface GroupedStatements {
  statements: readonly NamedStatement[];
  /** The name of what they lock first: in the order of these names a group is carried out. */
  group: string;
  signal: AbortSignal | undefined;
}

interface Waiting extends GroupedStatements {
  /** By when they have to be sent, as `performance.now()` tells the time. */
  sendBy: number;
  resolve: (rows: object[][]) => void;
  reject: (error: unknown) => void;
}

/** A group on its way. */
interface Group {
  /** When its connection was asked for, as `performance.now()` tells the time. */
  since: number;
}

interface Sender {
  acquire(): Promise<Connection>;
  release(connection: Connection): void;
  /** Sends statements of which all or none are carried out. @throws BatchError */
  sendAll(
    connection: Connection,
    statements: readonly NamedStatement[],
  ): Promise<PromiseSettledResult<object[]>[]>;
  /** Carries out statements for themselves. */
  alone(statements: readonly NamedStatement[], signal: AbortSignal | undefined): Promise<object[][]>;
}

export interface GroupOptions {
  /** Whether what is lost may have been carried out. */
  changes: boolean;
  /** Number of batches in flight; those that are overdue do not count. */
  concurrency?: number;
  /** Requests of a group, each of which waits for all that the others read. */
  most?: number;
  /** What every group begins with: settings of its transaction. */
  under?: readonly NamedStatement[];
  /** What a group of several begins with, so that nobody waits long for somebody else. */
  brief?: readonly NamedStatement[];
}

/** Two: while the disk syncs one batch, PostgreSQL carries out the next. */
const CONCURRENCY = 2;
const MOST_TOGETHER = 16;
/** From how many bytes of parameters on a statement is sent for itself: others would wait for all of them. */
const LARGE = 32_768;
/** How long others wait for a group, in milliseconds: its responses may have been lost. */
const OVERDUE_MS = 1_000;
/** Groups that may be without responses, the overdue ones among them. */
const MOST_UNDER_WAY = 6;
/** How long a statement may wait to be sent, in milliseconds. */
const MOST_WAITED_MS = 5_000;
/** How long what has failed a group is carried out for itself, in milliseconds. */
const APART_MS = 10_000;
const MOST_APART = 1_000;

/**
 * Sends statements of different requests that arrive together over one connection, in one piece: an idle server sends each
 * at once, a busy one what has come in while a group or two were under way. Changes are committed together (group commit):
 * one transaction, which waits for the disk once. When one of a group fails, it is rolled back and each is carried out for
 * itself, so that nobody gets an error of somebody else; and for some time what has failed is kept apart.
 */
export class StatementGroups {
  readonly #sender: Sender;
  readonly #options: Required<GroupOptions>;
  readonly #waiting: Waiting[] = [];
  /** Until when what has failed a group is kept apart, by what it locks. */
  readonly #apart = new Map<string, number>();
  #expiry: NodeJS.Timeout | undefined;
  /** The group whose statements are yet to be taken from those that wait. */
  #gathering: Group | undefined;
  #current = 0;
  #underWay = 0;

  constructor(sender: Sender, options: GroupOptions) {
    this.#sender = sender;
    this.#options = { concurrency: CONCURRENCY, most: MOST_TOGETHER, under: [], brief: [], ...options };
  }

  /**
   * @returns the rows of each statement
   * @throws NotSentError, or the signal's reason when it is aborted before the statements are sent
   */
  run(statements: GroupedStatements): Promise<object[][]> {
    if (this.#isApart(statements.group) || statements.statements.some(isLarge))
      return this.#alone(statements);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...statements, resolve, reject, sendBy: performance.now() + MOST_WAITED_MS });
      this.#expireLater();
      this.#gather();
    });
  }

  /** Has those give up that wait too long, now and whenever the next of them does. */
  #expire(): void {
    this.#expiry = undefined;
    const now = performance.now();
    while ((this.#waiting[0]?.sendBy ?? Infinity) <= now) this.#waiting.shift()?.reject(new NotSentError());
    this.#expireLater();
  }

  #expireLater(): void {
    const [first] = this.#waiting;
    if (!first || this.#expiry) return;
    this.#expiry = setTimeout(() => this.#expire(), first.sendBy - performance.now() + 1).unref();
  }

  #gather(): void {
    if (this.#gathering || this.#waiting.length === 0) return;
    if (this.#current === this.#options.concurrency || this.#underWay === MOST_UNDER_WAY) return;
    const group = { since: performance.now() };
    this.#gathering = group;
    this.#current++;
    this.#underWay++;
    let isCurrent = true;
    const letNextGo = (): void => {
      if (isCurrent) this.#current--;
      isCurrent = false;
      this.#isGathered(group);
      this.#gather();
    };
    const overdue = setTimeout(letNextGo, OVERDUE_MS).unref();
    void this.#sendNext(group).finally(() => {
      clearTimeout(overdue);
      this.#underWay--;
      letNextGo();
    });
  }

  #isGathered(group: Group): void {
    if (this.#gathering === group) this.#gathering = undefined;
  }

  async #sendNext(next: Group): Promise<void> {
    let connection: Connection;
    try {
      connection = await this.#sender.acquire();
      // What arrives in the same turn of the event loop comes along, and so does that a client has gone.
      await setImmediate();
    } catch (error) {
      this.#isGathered(next);
      // Those who came meanwhile may be let in by the next connection.
      while ((this.#waiting[0]?.sendBy ?? Infinity) <= next.since + MOST_WAITED_MS)
        this.#waiting.shift()?.reject(error);
      return;
    }
    this.#isGathered(next);
    const group = this.#take().filter(isWanted);
    try {
      if (group.length > 0) await this.#carryOut(connection, group);
    } finally {
      this.#sender.release(connection);
    }
  }

  /** This group's share of those that wait, in the order of what they lock. */
  #take(): Waiting[] {
    const group = this.#waiting.splice(0, this.#options.most);
    this.#gather();
    return group.sort((a, b) => compare(a.group, b.group));
  }

  async #carryOut(connection: Connection, group: readonly Waiting[]): Promise<void> {
    const { under, brief } = this.#options;
    const before = group.length > 1 ? [...under, ...brief] : under;
    const owners = group.flatMap((owner) => owner.statements.map(() => owner));
    const statements = group.flatMap((owner) => owner.statements);
    try {
      const results = (await this.#sender.sendAll(connection, [...before, ...statements])).slice(
        before.length,
      );
      for (const owner of group) {
        const own = results.splice(0, owner.statements.length);
        const unread = own.find((result) => result.status === 'rejected');
        if (unread) owner.reject(this.#toError(unread.reason));
        else owner.resolve(own.map((result) => (result as PromiseFulfilledResult<object[]>).value));
      }
    } catch (error) {
      if (!(error instanceof BatchError) || group.length === 1 || isLost(error.cause)) {
        for (const { reject } of group) reject(this.#toError(causeOf(error)));
        return;
      }
      // With a connection that has ended, or takes no changes, it is whoever's turn it was.
      const failed = owners[error.at - before.length];
      if (failed && !isLast(error.cause) && !isReadOnly(error.cause)) this.#keepApart(failed.group);
      for (const each of group) void this.#alone(each).then(each.resolve, each.reject);
    }
  }

  async #alone({ statements, signal }: GroupedStatements): Promise<object[][]> {
    const { under } = this.#options;
    return (await this.#sender.alone([...under, ...statements], signal)).slice(under.length);
  }

  #toError(error: unknown): unknown {
    return this.#options.changes && isLost(error) ? new OutcomeUnknownError(error) : error;
  }

  #keepApart(group: string): void {
    if (this.#apart.size === MOST_APART) this.#apart.clear();
    this.#apart.set(group, performance.now() + APART_MS);
  }

  #isApart(group: string): boolean {
    const until = this.#apart.get(group);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    this.#apart.delete(group);
    return false;
  }
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

function isLarge({ values = [] }: NamedStatement): boolean {
  let size = 0;
  for (const value of values)
    if (typeof value === 'string' || value instanceof Uint8Array) size += value.length;
  return size > LARGE;
}

/** Whether somebody still waits for it; else it fails with the reason of its signal. */
function isWanted({ signal, reject }: Waiting): boolean {
  if (signal?.aborted) reject(signal.reason);
  return !signal?.aborted;
}
