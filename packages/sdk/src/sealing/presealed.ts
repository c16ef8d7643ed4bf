import { EnvelopeError, readHeader, type SealedKind } from '../envelope/index.ts';

export const isPresealed = (body: { accessProofHash?: unknown } | null | undefined): boolean =>
  body?.accessProofHash !== undefined;

type Contents = Partial<Record<SealedKind, string | undefined>>;

export function presealed<W extends { encryption?: unknown; kdfIterations?: number | undefined }>(
  wire: W,
  contents: Contents,
): W & { encryption: 'e2e' } {
  for (const { iterations } of checkSealed(contents)) {
    if (iterations !== wire.kdfIterations)
      throw notOpened('its rounds of the key derivation are not the kdfIterations beside it');
  }
  return { ...wire, encryption: 'e2e' };
}

/** @throws EnvelopeError for what is not sealed, or as another kind: nobody could open it there */
export function checkSealed(contents: Contents) {
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
