import type { Context } from '../core/context.ts';
import type { ParsedLink } from '../sealing/link.ts';
import type { PublicTransfer } from '../gen/types.gen.ts';
import type { OpenOptions } from './service.ts';

/** What can be known of a link before it is opened. */
export interface LinkInfo {
  kind: PublicTransfer['kind'] | Exclude<ParsedLink['kind'], 'share'>;
  requiresPassword: boolean;
  /** Whether opening it is the last opening. */
  oneTime: boolean;
  /** Who can read the content: `e2e` nobody but who has the link. */
  encryption: 'server' | 'e2e';
  expiresAt: string | null;
  /** Only for a file that the service has sealed. */
  fileName?: string | undefined;
  /** Only for a file: its size in bytes as it is stored. */
  size?: number | undefined;
}

/** What is behind a link that nothing seals. */
export const unsealed = { requiresPassword: false, oneTime: false, encryption: 'server' } as const;

/** What a caller may set for opening what was looked at. */
export interface OpeningOptions {
  password?: string | undefined;
  signal?: AbortSignal | undefined;
  /** How others in a room see that its guest is here, at most 200 characters; without it the guest is counted alone. */
  author?: string | undefined;
  /** Of one reading, all of whose tries get the same response; that of the look when left out. */
  idempotencyKey?: string | undefined;
}

/** How what was looked at is opened. */
export interface Opening extends OpeningOptions {
  idempotencyKey: string;
}

/** Looks at what is behind a link of one kind, or more. */
export type LookAt<Opened> = (
  context: Context,
  link: ParsedLink,
  options: OpenOptions,
) => Promise<Look<Opened>>;

/** What a look at a link gives. */
export interface Look<Opened> {
  info: LinkInfo;
  open(this: void, opening: Opening): Opened | Promise<Opened>;
}
