import type { FilledSchema } from '@tempshare/contract';
import type { ItemVault } from '../../crypto/item-vault.ts';
import type { Lifetimes } from '../../domain/lifetime.ts';
import type { Principal } from '../../domain/principal.ts';
import { sealShare, type NewTransfer } from '../transfers/transfer.ts';
import type { Masker } from '../../masking/masker.ts';

/** Masks and seals diagnostics and logs; the result opens like a transfer. If masking fails, nothing is stored. */
export async function sealDebugShare(
  deps: { vault: ItemVault; lifetimes: Lifetimes; masker: Masker },
  request: {
    id: string;
    input: FilledSchema<'DebugShareCreate'>;
    principal: Principal;
    now: Date;
    signal: AbortSignal;
  },
): Promise<{ share: NewTransfer; masked: Record<string, number> }> {
  const { id, input, principal, now, signal } = request;
  const names = (['diagnostics', 'logs'] as const).filter((name) => input[name] !== undefined);
  const maskings = await deps.masker.mask(
    names.map((name) => input[name] as string),
    { key: principal.keyId, signal },
  );
  const masked: Record<string, number> = {};
  for (const [kind, count] of maskings.flatMap((masking) => Object.entries(masking.masked)))
    masked[kind] = (masked[kind] ?? 0) + count;
  const content = JSON.stringify(Object.fromEntries(names.map((name, i) => [name, maskings[i]?.text])));
  const { transfer: share } = await sealShare(deps, {
    id,
    input: {
      expiration: input.expiration,
      expiresAt: input.expiresAt,
      label: input.label,
      encryption: 'server',
      oneTime: false,
    },
    kind: 'debug',
    content,
    snippet: '',
    principal,
    now,
  });
  return { share, masked };
}
