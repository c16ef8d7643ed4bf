import { checkedResponse, optionalText } from '../internal/checked-response.ts';
import type { Context } from '../internal/context.ts';
import { eitherSignal } from '../internal/either-signal.ts';
import { idleTimeout, type CallOptions } from '../core/operation.ts';
import { proven } from '../sealing/access.ts';
import { isSafeUrl } from '../sealing/checks.ts';
import { LinkError, type ParsedLink } from '../sealing/link.ts';
import { open, openMetadata, type EnvelopeKeys } from '../envelope/index.ts';
import { openedFile, type OpenedFile } from '../files/download.ts';
import { tokenOf } from '../files/token.ts';
import * as operations from '../gen/operations.ts';
import { PublicTransfersResource } from '../gen/resources.ts';
import type { OpenedTransfer } from '../gen/types.gen.ts';
import type { Look } from './look.ts';
import type { OpenOptions } from './service.ts';
import { checkEncryption, unexpected, unlock } from './unlock.ts';
import { only, peek, type Peeked } from './peek.ts';

/** Content of the link of a transfer or debug share. */
export type OpenedShare =
  | { kind: 'text'; text: string; oneTime: boolean }
  | { kind: 'url'; targetUrl: string; oneTime: boolean }
  | { kind: 'file'; file: OpenedFile; oneTime: boolean }
  | { kind: 'debug'; diagnostics: string | undefined; logs: string | undefined };

/** Looks at the link of a transfer or debug share, as `peekSecret` does at a secret's. */
export const peekShare = (link: string | URL, options?: OpenOptions): Promise<Peeked<OpenedShare>> =>
  peek(only('share', lookAtShare), link, options);

export async function lookAtShare(
  context: Context,
  { id, linkKey }: ParsedLink,
  { signal }: OpenOptions,
): Promise<Look<OpenedShare>> {
  const transfers = new PublicTransfersResource(context);
  const found = checkedResponse(await transfers.get(id, { signal }));
  const { id: _, kdfIterations: __, ...info } = found;
  return {
    info,
    async open({ password, ...options }) {
      const { keys, proof } = await unlock(found, linkKey, password);
      const opened = checkedResponse(await proven(keys, transfers.open(id, proof, options)));
      checkEncryption(opened.encryption, keys);
      if (opened.kind !== found.kind) throw unexpected();
      return contentOf(context, opened, { keys, signal: options.signal });
    },
  };
}

interface ShareOpening {
  keys: EnvelopeKeys | undefined;
  signal: AbortSignal | undefined;
}

async function contentOf(
  context: Context,
  opened: OpenedTransfer,
  opening: ShareOpening,
): Promise<OpenedShare> {
  const { kind, oneTime } = opened;
  const { keys } = opening;
  switch (kind) {
    case 'text':
      return { kind, oneTime, text: await textOf(opened, 'text', keys) };
    case 'url':
      return { kind, oneTime, targetUrl: checkTarget(await textOf(opened, 'targetUrl', keys)) };
    case 'file':
      return { kind, oneTime, file: await shareFile(context, opened, opening) };
    case 'debug':
      if (keys) throw unexpected();
      return { kind, diagnostics: optionalText(opened.diagnostics), logs: optionalText(opened.logs) };
    default:
      throw unexpected();
  }
}

const textOf = async (opened: OpenedTransfer, field: 'text' | 'targetUrl', keys?: EnvelopeKeys) =>
  keys
    ? open(opened[field] ?? '', keys, field === 'text' ? 'text' : 'url')
    : checkedResponse(opened, field)[field]!;

async function shareFile(
  { invoke }: Context,
  { downloadUrl, fileName, mediaType, size, sealedMetadata }: OpenedTransfer,
  { keys, signal: caller }: ShareOpening,
): Promise<OpenedFile> {
  const token = tokenOf(downloadUrl);
  const metadata = keys
    ? await openMetadata(sealedMetadata ?? '', keys)
    : { name: optionalText(fileName), type: optionalText(mediaType), size };
  const download = (ended: AbortSignal) => {
    const signal = eitherSignal(ended, caller);
    return invoke<Response>(operations.filesDownload, { path: { token } }, {
      signal,
      [idleTimeout]: true,
    } as CallOptions);
  };
  return openedFile(metadata, download);
}

/** The service has never seen a sealed address, so that nobody has checked it yet. */
function checkTarget(targetUrl: string): string {
  if (isSafeUrl(targetUrl)) return targetUrl;
  throw new LinkError('unsafe_url', 'the link leads to an address that is not http or https');
}
