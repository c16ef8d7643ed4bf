import type { ItemUpdate } from '@tempshare/sdk/types';
import { Failure } from './failure.ts';
import { APIError, NotFoundError, parseLink, type Tempshare } from './sdk.ts';

const KINDS = ['transfer', 'secret', 'request', 'drop', 'room'] as const;
export type Kind = (typeof KINDS)[number];

/** Calls for one kind of item. */
type Calls<T> = Record<Kind, (id: string) => PromiseLike<T>>;

/** The id, and the kind where a link says it. */
export function reference(text: string): { id: string; kind?: Kind } {
  if (!/[/:]/.test(text)) return { id: text };
  const { id, kind } = parseLink(text);
  return { id, kind: kind === 'share' ? 'transfer' : kind };
}

/**
 * Makes the call of the item's kind: that of the link, else the first that knows the id. A key without the scope of one
 * kind can still use the others.
 */
export async function onItem<T>(text: string, calls: Calls<T>): Promise<{ kind: Kind; id: string; data: T }> {
  const { id, kind } = reference(text);
  let refused: APIError | undefined;
  for (const each of kind === undefined ? KINDS : [kind])
    try {
      return { kind: each, id, data: await calls[each](id) };
    } catch (error) {
      if (kind !== undefined) throw error;
      if (error instanceof APIError && error.code === 'insufficient_scope') refused ??= error;
      else if (!(error instanceof NotFoundError) || error.code !== 'not_found') throw error;
    }
  throw (
    refused ??
    new Failure('gone', `Nothing of this key has the id ${id}.`, '`tempshare list` shows what there is.')
  );
}

export const getCalls = (client: Tempshare, signal: AbortSignal): Calls<object> => ({
  transfer: (id) => client.transfers.get(id, { signal }),
  secret: (id) => client.secrets.get(id, { signal }),
  request: (id) => client.requests.get(id, { signal }),
  drop: (id) => client.drops.get(id, { signal }),
  room: (id) => client.rooms.get(id, { signal }),
});

export const updateCalls = (
  client: Tempshare,
  change: ItemUpdate,
  signal: AbortSignal,
): Calls<{ expiresAt: string | null }> => ({
  transfer: (id) => client.transfers.update(id, change, { signal }),
  secret: (id) => client.secrets.update(id, change, { signal }),
  request: (id) => client.requests.update(id, change, { signal }),
  drop: async (id) => {
    const { label, expiresAt } = change;
    if (typeof label === 'string' && expiresAt === undefined)
      return client.drops.update(id, { label }, { signal });
    // First of all it has to be an inbox.
    await client.drops.get(id, { signal });
    throw new Failure('usage', 'An inbox has no end, and its label can only be replaced.');
  },
  room: (id) => client.rooms.update(id, change, { signal }),
});

export const deleteCalls = (client: Tempshare, signal: AbortSignal): Calls<{ message: string }> => ({
  transfer: (id) => client.transfers.delete(id, { signal }),
  secret: (id) => client.secrets.delete(id, { signal }),
  request: (id) => client.requests.delete(id, { signal }),
  drop: (id) => client.drops.delete(id, { signal }),
  room: (id) => client.rooms.delete(id, { signal }),
});
