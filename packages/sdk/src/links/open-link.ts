import { Tempshare } from '../client.ts';
import { EnvelopeError, open, openMetadata, type EnvelopeKeys } from '../envelope/index.ts';
import { tokenOf } from '../files/upload.ts';
import type { OpenedTransfer, PublicSecret, PublicTransfer } from '../gen/types.gen.ts';
import { bySilence, type CallOptions } from '../core/operation.ts';
import type { ClientOptions } from '../core/options.ts';
import { checkNames } from '../core/check-names.ts';
import { isSafeUrl } from '../e2e/checks.ts';
import { checkMode, isGiven, itemKeys, passwordRequired, proven, refusePassword } from './access.ts';
import { checkedAnswer, optionalText } from '../core/checked-response.ts';
import { openedFile, type OpenedFile } from '../files/download.ts';
import { openDrop, openRequest, type OpenedDrop, type OpenedRequest } from './handles.ts';
import { LinkError, parseLink, type ParsedLink } from './link.ts';
import { either, guestRoom, type Room } from '../rooms/room.ts';

type Settings = 'fetch' | 'timeout' | 'maxRetries' | 'maxRetryAfter' | 'middleware' | 'logger' | 'logLevel';

export interface OpenOptions extends Pick<ClientOptions, Settings> {
  password?: string | undefined;
  signal?: AbortSignal | undefined;
  /**
   * Where the API is, if it is not at `/api/v1` below the link's own address. Nothing is sent anywhere else. A program
   * that opens links which strangers give it sets this to the one service it means, or checks `parseLink(link).baseUrl`
   * first: otherwise they decide which host it calls.
   */
  baseUrl?: string | undefined;
}

/** What was behind a link, told apart by `kind`. */
export type OpenedLink =
  | { kind: 'secret'; secret: string }
  | { kind: 'text'; text: string; oneTime: boolean }
  | { kind: 'url'; targetUrl: string; oneTime: boolean }
  | { kind: 'file'; file: OpenedFile; oneTime: boolean }
  | { kind: 'debug'; diagnostics: string | undefined; logs: string | undefined }
  | { kind: 'room'; room: Room }
  | OpenedRequest
  | OpenedDrop;

/** What can be known of a link before it is opened. */
export interface LinkFacts {
  kind: OpenedLink['kind'];
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

/**
 * Looks at a link without opening it; nothing is consumed.
 *
 * @throws LinkError `invalid_link`; NotFoundError when nothing is there any more
 */
export async function peekLink(link: string | URL, options: OpenOptions = {}): Promise<LinkFacts> {
  const { parsed, client } = arrive(link, options);
  const { id } = parsed;
  const { signal } = options;
  const unsealed = { requiresPassword: false, oneTime: false, encryption: 'server' } as const;
  switch (parsed.kind) {
    case 'secret': {
      const facts = checkedAnswer(await client.public.secrets.get(id, { signal }), 'encryption');
      const { requiresPassword, encryption, expiresAt } = facts;
      return { kind: 'secret', requiresPassword, oneTime: true, encryption, expiresAt };
    }
    case 'share': {
      const said = checkedAnswer(await client.public.transfers.get(id, { signal }), 'kind', 'encryption');
      const { id: _, kdfIterations: __, ...facts } = said;
      return facts;
    }
    case 'room': {
      const facts = checkedAnswer(await client.public.rooms.get(id, { signal }), 'encryption');
      const { encryption, kdfIterations, expiresAt } = facts;
      return {
        kind: 'room',
        requiresPassword: kdfIterations !== undefined,
        oneTime: false,
        encryption,
        expiresAt,
      };
    }
    case 'request': {
      const { expiresAt } = checkedAnswer(await client.public.requests.get(id, { signal }), 'title');
      return { ...unsealed, kind: 'request', expiresAt };
    }
    case 'drop':
      checkedAnswer(await client.public.drops.get(id, { signal }), 'label');
      return { ...unsealed, kind: 'drop', expiresAt: null };
  }
}

/**
 * Opens any link of a service, without an API key, as its recipient does: a secret, text, link or debug share gives
 * its content, a file its bytes when they are asked for, a room, request or inbox a handle to take part. Opening a
 * one-time item consumes it.
 *
 * @example
 * const opened = await openLink('https://share.example/en/secret/…#…', { password });
 * if (opened.kind === 'secret') console.log(opened.secret);
 *
 * @throws LinkError when the link cannot be opened as it is: nothing was consumed then
 * @throws NotFoundError when nothing is there any more; PermissionDeniedError when the password is wrong or, beside one,
 *   the link was damaged, which consumes nothing
 * @throws EnvelopeError when the content does not open with the link's key
 */
export async function openLink(link: string | URL, options: OpenOptions = {}): Promise<OpenedLink> {
  const { parsed, client } = arrive(link, options);
  switch (parsed.kind) {
    case 'secret':
      return openSecret(client, parsed, options);
    case 'share':
      return openShare(client, parsed, options);
    case 'room':
      return {
        kind: 'room',
        room: await guestRoom(client.public.rooms, client.files, parsed, access(options)),
      };
    case 'request':
      refusePassword(options.password);
      return openRequest(client, parsed, options);
    case 'drop':
      refusePassword(options.password);
      return openDrop(client, parsed, options);
  }
}

const access = ({ password, signal, timeout, maxRetries, maxRetryAfter }: OpenOptions) => ({
  password,
  signal,
  timeout,
  maxRetries,
  maxRetryAfter,
});

const OPTIONS = Object.keys({
  password: 1,
  signal: 1,
  baseUrl: 1,
  fetch: 1,
  timeout: 1,
  maxRetries: 1,
  maxRetryAfter: 1,
  middleware: 1,
  logger: 1,
  logLevel: 1,
} satisfies Record<keyof OpenOptions, 1>);

function arrive(link: string | URL, given: OpenOptions) {
  checkNames('option of openLink', given, OPTIONS, '; nothing was sent');
  const { password: _, signal: __, ...options } = given;
  const parsed = parseLink(link);
  const client = new Tempshare({ ...options, baseUrl: options.baseUrl ?? parsed.baseUrl, apiKey: null });
  return { parsed, client };
}

async function openSecret(client: Tempshare, { id, linkKey }: ParsedLink, options: OpenOptions) {
  const { signal } = options;
  const facts = checkedAnswer(await client.public.secrets.get(id, { signal }));
  const { keys, proof } = await unlock(facts, linkKey, options);
  const revealed = checkedAnswer(await proven(keys, client.public.secrets.reveal(id, proof, { signal })));
  checkAnswer(revealed.encryption, keys);
  const secret = keys
    ? await open(revealed.secret, keys, 'secret')
    : checkedAnswer(revealed, 'secret').secret;
  return { kind: 'secret' as const, secret };
}

/** Checks that the link can be opened before anything is consumed, and gives what opening takes. */
async function unlock(
  facts: Pick<PublicSecret & PublicTransfer, 'encryption' | 'requiresPassword' | 'kdfIterations'>,
  linkKey: ParsedLink['linkKey'],
  { password }: OpenOptions,
): Promise<{ keys: EnvelopeKeys | undefined; proof: { password?: string; accessProof?: string } }> {
  checkMode(facts.encryption, linkKey);
  const { kdfIterations: iterations } = facts;
  const needed = facts.requiresPassword || iterations !== undefined;
  if (needed && !isGiven(password)) throw passwordRequired();
  if (!needed) refusePassword(password);
  if (!linkKey) return { keys: undefined, proof: isGiven(password) ? { password } : {} };
  const keys = await itemKeys(linkKey, iterations, password);
  return { keys, proof: { accessProof: keys.accessProof } };
}

/** What is opened has to be sealed as was said before, lest something that was not is taken for what the sender sealed. */
function checkAnswer(encryption: unknown, keys: EnvelopeKeys | undefined): void {
  if (encryption !== (keys ? 'e2e' : 'server')) throw unexpected();
}

const unexpected = () =>
  new EnvelopeError(
    'unsupported_envelope',
    'the service answered with other content than it had said was there; it may have been exchanged',
  );

async function openShare(
  client: Tempshare,
  { id, linkKey }: ParsedLink,
  options: OpenOptions,
): Promise<OpenedLink> {
  const { signal } = options;
  const facts = checkedAnswer(await client.public.transfers.get(id, { signal }));
  const { keys, proof } = await unlock(facts, linkKey, options);
  const opened = checkedAnswer(await proven(keys, client.public.transfers.open(id, proof, { signal })));
  checkAnswer(opened.encryption, keys);
  if (opened.kind !== facts.kind) throw unexpected();
  const { kind, oneTime } = opened;
  switch (kind) {
    case 'text':
      return { kind, oneTime, text: await contentOf(opened, 'text', keys) };
    case 'url':
      return { kind, oneTime, targetUrl: checkTarget(await contentOf(opened, 'targetUrl', keys)) };
    case 'file':
      return { kind, oneTime, file: await shareFile(client, opened, keys, options) };
    case 'debug':
      if (keys) throw unexpected();
      return { kind, diagnostics: optionalText(opened.diagnostics), logs: optionalText(opened.logs) };
    default:
      throw unexpected();
  }
}

const contentOf = async (opened: OpenedTransfer, field: 'text' | 'targetUrl', keys?: EnvelopeKeys) =>
  keys
    ? open(opened[field] ?? '', keys, field === 'text' ? 'text' : 'url')
    : checkedAnswer(opened, field)[field]!;

async function shareFile(
  client: Tempshare,
  { downloadUrl, fileName, mediaType, size, sealedMetadata }: OpenedTransfer,
  keys: EnvelopeKeys | undefined,
  options: OpenOptions,
): Promise<OpenedFile> {
  const token = tokenOf(downloadUrl);
  const metadata = keys
    ? await openMetadata(sealedMetadata ?? '', keys)
    : { name: optionalText(fileName), type: optionalText(mediaType), size };
  const download = (ended: AbortSignal) =>
    client.files.download(token, { signal: either(ended, options.signal), [bySilence]: true } as CallOptions);
  return openedFile(metadata, download);
}

/** A sealed address was never seen by the service, so nobody but its sender has said what it is. */
function checkTarget(targetUrl: string): string {
  if (isSafeUrl(targetUrl)) return targetUrl;
  throw new LinkError(
    'unsafe_url',
    'the link leads to an address that is not plain http or https, which no sender of this service makes',
  );
}
