import type { components } from '@tempshare/contract/account/types';

export type Key = components['schemas']['Key'];
/** A key with its secret, which the server returns once. */
export type KeyCreated = components['schemas']['KeyCreated'];
