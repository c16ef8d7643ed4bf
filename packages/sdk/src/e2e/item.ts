import {
  createFileKey,
  createLinkKey,
  deriveKeys,
  encodeLinkKey,
  EnvelopeError,
  readHeader,
  seal,
  type SealedKind,
} from '../envelope/index.ts';
import { TempshareError } from '../core/tempshare-error.ts';
import { readSource, type FileSource } from '../files/source.ts';
import type { RequestOptions } from '../core/operation.ts';
import { checkOptions, checkPassword } from '../core/check-call.ts';
import type { Count } from '../core/api-promise.ts';
import type { Parts, SealOptions } from './resources.ts';

/** What is sent, and what becomes of the answer. */
export interface Prepared<W, A> {
  wire: W;
  /** @param repeated asks whether the answer may be that of an earlier call */
  finish: (answer: A, repeated: () => Promise<boolean>, count: Count) => A | Promise<A>;
}

/** A body that is sent as it is. */
export const asItIs = <W, A>(wire: W): Prepared<W, A> => ({ wire, finish: (answer) => answer });

/** Whether a body is to be sealed, as anything is that is not marked in so many words. */
export const seals = (body: { encryption?: unknown } | null | undefined, { call }: Parts): boolean =>
  (body?.encryption ?? call.encryption) !== 'server';

/** What a call that may seal is told, its `linkKey` only where it is sealed under one. */
export function checkSealOptions(
  operation: string,
  body: { encryption?: unknown; accessProofHash?: unknown } | null | undefined,
  parts: Parts,
  options: SealOptions | undefined,
  ...others: string[]
): void {
  checkOptions(operation, options, 'linkKey', ...others);
  checkPassword(body);
  if (options?.linkKey === undefined || (seals(body, parts) && !isSealed(body))) return;
  throw new TempshareError(
    `${operation} has a linkKey, but would seal nothing under it, since encryption: 'server' leaves sealing to the service, and what has an accessProofHash is sealed already: leave out one of the two; nothing was sent`,
  );
}

/** Whether a body brings the bytes of a file, if only in a variable that turned out to be empty. */
export const hasFile = (body: object | null): boolean => {
  const { type, file } = (body ?? {}) as { type?: unknown; file?: unknown };
  return file !== undefined || (type === 'file' && 'file' in body!);
};

interface Sealing {
  encryption?: unknown;
  password?: string | undefined;
  kdfIterations?: number | undefined;
}

/** The keys of a new item, and what of its body follows from them. */
export async function newItem(
  { encryption = 'e2e', password, kdfIterations: iterations }: Sealing,
  options: SealOptions = {},
) {
  if (encryption !== 'e2e' && encryption !== null)
    throw new TempshareError('encryption must be e2e or server; nothing was sent');
  const { idempotencyKey, linkKey = createLinkKey() } = options;
  if (idempotencyKey !== undefined && options.linkKey === undefined) {
    throw new TempshareError(
      "an idempotencyKey of yours needs a linkKey beside it, since sealing makes a new key for each call and a repeated call could not match: keep both, with createLinkKey() of @tempshare/sdk/envelope, or pass encryption: 'server'",
    );
  }
  // Read before anything is waited for: the caller may overwrite the array meanwhile.
  const fragment = `#${encodeLinkKey(linkKey)}`;
  const keys = await deriveKeys(linkKey, password === undefined ? {} : { password, iterations });
  return {
    keys,
    fragment,
    wire: {
      encryption: 'e2e' as const,
      accessProofHash: keys.accessProofHash,
      ...(keys.iterations !== undefined && { kdfIterations: keys.iterations }),
    },
    seal: (kind: SealedKind, text: string) => seal(text, keys, { kind, seed: idempotencyKey }),
  };
}

/** A new key, since one never seals two files; the call can then not be repeated by another. */
export function newFileKey(options: RequestOptions | undefined): string {
  if (options?.idempotencyKey === undefined) return createFileKey();
  throw new TempshareError(
    "a sealed file takes no idempotencyKey of yours: its key is new each time, so a repeated call could not match; leave it out, or pass encryption: 'server'",
  );
}

/** Whether the caller has sealed the body, and says so. */
export const isSealed = (body: { accessProofHash?: unknown } | null | undefined): boolean =>
  body?.accessProofHash !== undefined;

/** What is sealed already, by its kind. */
type Sealed = Partial<Record<SealedKind, string | undefined>>;

/** Makes sure that it is sealed as what it is sent as, and passes it on. */
export function sealedAlready<W extends { encryption?: unknown; kdfIterations?: number | undefined }, A>(
  wire: W,
  contents: Sealed,
): Prepared<W & { encryption: 'e2e' }, A> {
  for (const { iterations } of checkSealed(contents)) {
    if (iterations !== wire.kdfIterations)
      throw notOpened('its rounds of the key derivation are not the kdfIterations beside it');
  }
  return asItIs({ ...wire, encryption: 'e2e' });
}

/** @throws EnvelopeError for what is not sealed, or as another kind: nobody could open it there */
export function checkSealed(contents: Sealed) {
  return (Object.keys(contents) as SealedKind[]).flatMap((kind) => {
    const content = contents[kind];
    if (content === undefined) return [];
    const header = readHeader(content);
    if (header.kind !== kind) throw notOpened(`it is sealed as another kind (${header.kind}) than ${kind}`);
    return [header];
  });
}

const notOpened = (reason: string) =>
  new EnvelopeError('unsupported_envelope', `nobody could open this: ${reason}; nothing was sent`);

interface Names {
  fileName?: string | undefined;
  mediaType?: string | undefined;
}

/** What is said of a file: what the caller says, else what the file itself does. */
export async function describe(file: FileSource, input: Names & { size?: number | undefined }) {
  const source = await readSource(file);
  const { fileName = source.name, mediaType = source.type } = input;
  source.size ??= input.size;
  if (source.size !== (input.size ?? source.size)) {
    throw new TempshareError(
      'size is not that of the file, which says its own: leave it out; nothing was sent',
    );
  }
  return { source, size: source.size, names: { fileName, mediaType } };
}

export const metadata = ({ fileName, mediaType }: Names, size: number | undefined, key: string) => ({
  name: fileName,
  type: mediaType,
  size,
  key,
});
