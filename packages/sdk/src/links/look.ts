import type { Context } from '../internal/context.ts';
import type { ParsedLink } from '../sealing/link.ts';
import type { PublicTransfer } from '../gen/types.gen.ts';
import type { OpenOptions } from './service.ts';

/** Information about a link before it is opened. */
export interface LinkInfo {
  kind: PublicTransfer['kind'] | Exclude<ParsedLink['kind'], 'share'>;
  requiresPassword: boolean;
  /** Whether opening it is the last opening. */
  oneTime: boolean;
  /** Readers of the content: `e2e` only holders of the link. */
  encryption: 'server' | 'e2e';
  expiresAt: string | null;
  /** Only for a file that the service has sealed. */
  fileName?: string | undefined;
  /** Only for a file: its size in bytes as it is stored. */
  size?: number | undefined;
}

export const unsealed = { requiresPassword: false, oneTime: false, encryption: 'server' } as const;

/** Options for opening a link after a look. */
export interface OpeningOptions {
  password?: string | undefined;
  signal?: AbortSignal | undefined;
  /** How others in a room see that its guest is here, at most 200 characters; without it the guest is counted alone. */
  author?: string | undefined;
  /** Idempotency key of one reading: all its attempts get the same response. Default: that of the look. */
  idempotencyKey?: string | undefined;
}

export interface Opening extends OpeningOptions {
  idempotencyKey: string;
}

export type LookAt<Opened> = (
  context: Context,
  link: ParsedLink,
  options: OpenOptions,
) => Promise<Look<Opened>>;

export interface Look<Opened> {
  info: LinkInfo;
  open(this: void, opening: Opening): Opened | Promise<Opened>;
}
