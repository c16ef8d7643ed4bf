import type { FilledSchema, Schema } from '@tempshare/contract';
import type { Credentials, ItemRef, ItemVault } from '../../crypto/item-vault.ts';
import { isLinkId, linkId, parseShortCode, prefixedId, shortCode } from '../../crypto/tokens.ts';
import { unlockCounted } from '../../http/attempts.ts';
import type { Lifetimes } from '../../http/lifetime.ts';
import { cutPage, readCursor } from '../../http/page.ts';
import type { Principal } from '../../http/principal.ts';
import { invalid, notFound, ServiceProblem } from '../../http/problem.ts';
import type { Db } from '../../storage/database.ts';
import { contentSnippet } from './snippet.ts';
import * as store from './store.ts';

const ref = (id: string): ItemRef => ({ kind: 'transfer', id });

/** Seals a text or link and stores it until its last view or its expiry. */
export async function createTransfer(
  db: Db,
  deps: { vault: ItemVault; lifetimes: Lifetimes },
  facts: { input: FilledSchema<'TransferCreate'>; principal: Principal; now: Date },
): Promise<store.NewTransfer> {
  const { input } = facts;
  const content = contentOf(input);
  return storeShare(db, deps, {
    ...facts,
    kind: input.type,
    content,
    snippet: contentSnippet(input, content),
  });
}

/** What every share has in common, whatever it holds. */
type ShareInput = Pick<FilledSchema<'TransferCreate'>, 'expiration' | 'encryption' | 'oneTime'> &
  Partial<
    Pick<FilledSchema<'TransferCreate'>, 'password' | 'accessProofHash' | 'kdfIterations' | 'maxViews'>
  >;

/** Seals a content under a new link and stores it. */
export async function storeShare(
  db: Db,
  deps: { vault: ItemVault; lifetimes: Lifetimes },
  facts: {
    input: ShareInput;
    kind: store.Kind;
    content: string;
    snippet: string;
    principal: Principal;
    now: Date;
  },
): Promise<store.NewTransfer> {
  const { input, kind, principal, now } = facts;
  const id = linkId();
  const parts = { content: Buffer.from(facts.content), snippet: Buffer.from(facts.snippet) };
  const { lock, sealed } = await deps.vault.seal(ref(id), parts, input);
  const transfer: store.NewTransfer = {
    id,
    shortCode: shortCode(),
    accountId: principal.accountId,
    keyId: principal.keyId,
    livemode: principal.livemode,
    kind,
    encryption: input.encryption,
    content: sealed.content,
    snippet: sealed.snippet,
    ...lock,
    kdfIterations: input.kdfIterations ?? null,
    maxViews: input.oneTime ? 1 : (input.maxViews ?? null),
    createdAt: now,
    expiresAt: deps.lifetimes.expiryOf(input.expiration, now),
  };
  while (!(await store.insertTransfer(db, transfer, prefixedId('evt')))) transfer.shortCode = shortCode();
  return transfer;
}

function contentOf(input: FilledSchema<'TransferCreate'>): string {
  if (input.type === 'file') {
    throw new ServiceProblem('not_implemented', 'This server does not take files yet. Text and links work.');
  }
  if (input.type === 'text') return input.text as string;
  const target = input.targetUrl as string;
  if (input.encryption === 'server' && !URL.canParse(target)) {
    throw invalid('/body/targetUrl', 'format', 'must be a valid http or https URL');
  }
  return target;
}

/** How the owner names a transfer: by its id or its short code. */
function nameOf(text: string): { id: string | null; shortCode: string | null } {
  const name = { id: isLinkId(text) ? text : null, shortCode: parseShortCode(text) };
  if (name.id === null && name.shortCode === null) throw notFound();
  return name;
}

/** A living transfer with its masked content, for its owner. */
export async function getTransfer(
  db: Db,
  vault: ItemVault,
  facts: { name: string; keyId: string },
): Promise<store.OwnedTransfer & { contentSnippet: string }> {
  const transfer = await store.findOwned(db, nameOf(facts.name), facts.keyId);
  if (!transfer) throw notFound();
  if (transfer.requiresPassword || transfer.encryption === 'e2e') return { ...transfer, contentSnippet: '•' };
  const dataKey = vault.unlockUnprotected(ref(transfer.id), transfer.wrappedKey);
  const snippet = vault.open(ref(transfer.id), 'snippet', dataKey, transfer.snippet).toString();
  return { ...transfer, contentSnippet: snippet };
}

/** Closes access to a transfer and destroys its content. */
export async function deleteTransfer(db: Db, facts: { name: string; keyId: string }): Promise<void> {
  if (!(await store.deleteOwned(db, nameOf(facts.name), facts.keyId, prefixedId('evt')))) throw notFound();
}

/** A page of a key's transfers, newest first. */
export async function listTransfers(
  db: Db,
  facts: {
    keyId: string;
    status: Schema<'TransferStatus'> | undefined;
    limit: number;
    cursor: string | undefined;
  },
): Promise<{ rows: store.ListedTransfer[]; total: number; nextCursor: string | null }> {
  const { keyId, status, limit, cursor } = facts;
  const { rows, total } = await store.listOwned(
    db,
    { keyId, status },
    { limit: limit + 1, after: readCursor(cursor) },
  );
  return { ...cutPage(rows, limit), total };
}

/** What a recipient may know before opening. */
export async function peekTransfer(db: Db, id: string): Promise<store.TransferFacts> {
  const transfer = isLinkId(id) && (await store.findLiving(db, id));
  if (!transfer) throw notFound();
  return transfer;
}

/**
 * The content of a transfer, counted as one view.
 * @throws ServiceProblem `not_found`, `invalid_password`, `too_many_attempts`; nothing is counted then.
 */
export async function openTransfer(
  db: Db,
  vault: ItemVault,
  facts: { id: string; credentials: Credentials; address: string },
): Promise<store.ViewedTransfer & { plaintext: string }> {
  const { id, credentials, address } = facts;
  if (!isLinkId(id)) throw notFound();
  const events = { completed: prefixedId('evt'), deleted: prefixedId('evt') };
  const open = (dataKey: Buffer, viewed: store.ViewedTransfer) => ({
    ...viewed,
    plaintext: vault.open(ref(id), 'content', dataKey, viewed.content).toString(),
  });

  const unprotected = await store.viewUnprotected(db, id, events, vault.keyIds);
  if (unprotected) return open(vault.unlockUnprotected(ref(id), unprotected.wrappedKey), unprotected);

  const lock = await store.findLock(db, id);
  if (!lock) throw notFound();
  const dataKey = await unlockCounted(db, vault, { ref: ref(id), lock, credentials, address });
  const viewed = await store.viewUnlocked(db, id, events, lock.wrappedKey);
  if (!viewed) throw notFound();
  return open(dataKey, viewed);
}
