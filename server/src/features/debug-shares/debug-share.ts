import type { FilledSchema } from '@tempshare/contract';
import type { ItemVault } from '../../crypto/item-vault.ts';
import type { Lifetimes } from '../../http/lifetime.ts';
import type { Principal } from '../../http/principal.ts';
import type { Db } from '../../storage/database.ts';
import { storeShare } from '../transfers/transfer.ts';
import type { Masker } from './masker.ts';

/**
 * Masks diagnostics and logs and shares what is left; it opens like a transfer. Nothing is stored before the masking
 * is complete: if it fails, so does this.
 */
export async function createDebugShare(
  db: Db,
  deps: { vault: ItemVault; lifetimes: Lifetimes; masker: Masker },
  facts: { input: FilledSchema<'DebugShareCreate'>; principal: Principal; now: Date },
): Promise<{ id: string; masked: Record<string, number>; createdAt: Date; expiresAt: Date | null }> {
  const { input, principal, now } = facts;
  const masked: Record<string, number> = {};
  const clean = async (text: string | undefined): Promise<string | undefined> => {
    if (text === undefined) return undefined;
    const result = await deps.masker.mask(text);
    for (const [kind, count] of Object.entries(result.masked)) masked[kind] = (masked[kind] ?? 0) + count;
    return result.text;
  };
  const content = JSON.stringify({
    diagnostics: await clean(input.diagnostics),
    logs: await clean(input.logs),
  });
  const share = await storeShare(db, deps, {
    input: { expiration: input.expiration, encryption: 'server', oneTime: false },
    kind: 'debug',
    content,
    snippet: '',
    principal,
    now,
  });
  return { id: share.id, masked, createdAt: share.createdAt, expiresAt: share.expiresAt };
}
