import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ServiceProblem } from '../../domain/problem.ts';
import { Semaphore } from '../../limits/semaphore.ts';

/** argon2id with 19 MiB and 2 passes (OWASP Password Storage Cheat Sheet). */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;

/** Hashes at a time. Each takes a thread of the pool that files use, too. */
const AT_ONCE = 2;
/** Hashes that may wait: some ten seconds of them. */
const MAX_WAITING = 100;

/** `node:crypto` has argon2 from Node.js 24.7 on, with OpenSSL 3.2 or newer. */
export const canHashPasswords = (): boolean => typeof argon2 === 'function';

const tooOld = (): ServiceProblem =>
  new ServiceProblem('service_unavailable', 'Accounts need Node.js 24.7 or newer on the server.', {
    retryAfter: 3600,
  });

/** Hashes and checks the passwords of people, a few at a time. */
export class PasswordHasher {
  readonly #running = new Semaphore(AT_ONCE);
  #waiting = 0;
  #dummy: string | undefined;

  /**
   * The PHC string of a password's argon2id hash (RFC 9106), of its Unicode NFKC form.
   * @throws ServiceProblem `service_unavailable`
   */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const tag = await this.#derive(password, salt, COST);
    const { memory, passes, parallelism } = COST;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
  }

  /**
   * Whether a password is the one of a hash. Without a hash it takes as long, and is false: the time tells nobody who has
   * an account.
   * @throws ServiceProblem `service_unavailable`
   */
  async matches(password: string, hash: string | null | undefined): Promise<boolean> {
    this.#dummy ??= `$argon2id$v=19$m=19456,t=2,p=1$${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(32))}`;
    const { cost, salt, tag } = parse(hash ?? this.#dummy);
    const derived = await this.#derive(password, salt, { ...cost, tagLength: tag.length });
    return timingSafeEqual(derived, tag) && hash !== null && hash !== undefined;
  }

  async #derive(password: string, nonce: Buffer, cost: Cost & { tagLength: number }): Promise<Buffer> {
    if (!canHashPasswords()) throw tooOld();
    if (this.#waiting >= MAX_WAITING)
      throw new ServiceProblem('service_unavailable', 'Too many people sign in at once. Retry shortly.', {
        retryAfter: 5,
      });
    this.#waiting++;
    try {
      const message = password.normalize('NFKC');
      return await this.#running.run(() => promisify(argon2)('argon2id', { ...cost, message, nonce }));
    } finally {
      this.#waiting--;
    }
  }
}

interface Cost {
  memory: number;
  passes: number;
  parallelism: number;
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

function parse(phc: string): { cost: Cost; salt: Buffer; tag: Buffer } {
  const [, memory, passes, parallelism, salt, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc) ?? [];
  if (tag === undefined) throw new Error('A stored password is no PHC string of argon2id.');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt as string, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
