import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ServiceProblem } from '../../domain/problem.ts';
import { PasswordKdf } from '../../crypto/password.ts';

/** argon2id with 19 MiB and 2 passes (OWASP Password Storage Cheat Sheet). */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;

/** `node:crypto` has argon2 from Node.js 24.7 on, with OpenSSL 3.2 or newer. */
export const canHashPasswords = (): boolean => typeof argon2 === 'function';

const tooOld = (): ServiceProblem =>
  new ServiceProblem('service_unavailable', 'Accounts need Node.js 24.7 or newer on the server.', {
    retryAfter: 3600,
  });

/** Hashes and checks passwords, two at a time, with a fair queue over callers. */
export class PasswordHasher {
  readonly #turns = new PasswordKdf();
  #dummy: string | undefined;

  /** Returns the PHC string of the argon2id hash (RFC 9106), after Unicode NFKC. */
  async hash(password: string, caller: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const tag = await this.#derive({ password, nonce: salt, cost: COST, caller });
    const { memory, passes, parallelism } = COST;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
  }

  /** Returns false without a hash, after the same time, so that the time does not reveal who has an account. */
  async matches(password: string, hash: string | null | undefined, caller: string): Promise<boolean> {
    this.#dummy ??= `$argon2id$v=19$m=19456,t=2,p=1$${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(32))}`;
    const { cost, salt, tag } = parse(hash ?? this.#dummy);
    const derived = await this.#derive({
      password,
      nonce: salt,
      cost: { ...cost, tagLength: tag.length },
      caller,
    });
    return timingSafeEqual(derived, tag) && hash !== null && hash !== undefined;
  }

  async #derive({
    password,
    nonce,
    cost,
    caller,
  }: {
    password: string;
    nonce: Buffer;
    cost: Cost & { tagLength: number };
    caller: string;
  }): Promise<Buffer> {
    if (!canHashPasswords()) throw tooOld();
    const message = password.normalize('NFKC');
    const work = () => promisify(argon2)('argon2id', { ...cost, message, nonce });
    return this.#turns.run(work, { purpose: 'open', caller });
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
