import { checkedResponse } from '../core/checked-response.ts';
import type { Context } from '../core/context.ts';
import { TempshareError } from '../core/tempshare-error.ts';
import { sealedSize, sealMetadata } from '../envelope/index.ts';
import type { Source } from '../files/source.ts';
import { checkSize, upload, type UploadOptions } from '../files/upload.ts';
import { operations } from '../gen/operations.ts';
import type { TransferCreate, TransferCreated } from '../gen/types.gen.ts';
import { checkFileNames, checkTargetUrl, checkText, named, pick, type Treatment } from './checks.ts';
import { completeLink } from './complete-link.ts';
import { describe, hasFile, metadata, newFileKey } from './describe-file.ts';
import type { FileTransferInput } from './inputs.ts';
import { checkSealOptions, newItem, seals } from './item.ts';
import type { SealOptions } from './options.ts';
import { isPresealed, presealed } from './presealed.ts';
import { create, withGiven, type GivenCall } from './sealed-call.ts';

type Input = TransferCreate | FileTransferInput;
type Options = (SealOptions & UploadOptions) | undefined;

/** A new field of the contract does not compile until it is said here what becomes of it. */
const FIELDS = {
  type: 'clear',
  expiration: 'clear',
  oneTime: 'clear',
  maxViews: 'clear',
  text: 'sealed',
  targetUrl: 'sealed',
  encryption: 'key',
  password: 'key',
  kdfIterations: 'key',
  fileName: 'file',
  mediaType: 'file',
  size: 'file',
  accessProofHash: 'presealed',
  sealedMetadata: 'presealed',
} as const satisfies Record<keyof TransferCreate, Treatment>;

/** What is sent, and what follows once it has been: a file to upload, a key to add to the link. */
interface Draft {
  body: TransferCreate;
  file?: { source: Source; key: string | undefined };
  fragment?: string | undefined;
}

/**
 * `transfers.create`: seals the content, unless that is left to the service, creates the transfer, completes its link,
 * and uploads the file if there is one.
 */
export const createTransfer = (call: GivenCall<Input, Options>): Promise<TransferCreated> =>
  withGiven(call, async (input, options) => {
    const { context, count } = call;
    checkSealOptions('transfers.create', input, context, options, 'onProgress');
    checkViews(input);
    const { body, file, fragment } = await draft(input, context, options);
    const result = await create<TransferCreated>(call, operations['transfers.create'], { body }, options);
    if (file) checkedResponse(result.created, 'id', 'shareUrl', 'uploadUrl');
    // Before the bytes are sent: what nobody could open is not worth an upload.
    const place = { link: 'shareUrl', id: 'id', remove: operations['transfers.delete'] } as const;
    const created =
      fragment === undefined ? result.created : await completeLink(context, result, place, fragment, options);
    if (!file) return created;
    const { uploadUrl, ...uploaded } = created;
    const { id } = created;
    const { signal, headers } = options ?? {};
    const announced = {
      ...{ id, uploadUrl, count, remove: operations['transfers.delete'], repeated: await result.repeated() },
      // Recipients get 404 until the bytes are there.
      arrived: () =>
        context
          .invoke(operations['public.transfers.get'], { path: { id } }, { signal, headers })
          .then(() => true),
    };
    await upload(context, announced, file.source, file.key, options);
    return uploaded;
  });

function checkViews(input: Input | null): void {
  const { oneTime, maxViews = 1 } = input ?? {};
  if (oneTime === true && maxViews !== 1)
    throw new TempshareError(
      'oneTime: true is one view, and maxViews says another number: leave out one of the two; nothing was sent',
    );
}

/** Checks and seals; nothing is sent. */
async function draft(input: Input, context: Context, options: Options): Promise<Draft> {
  if (hasFile(input)) {
    if (!isFileType(input)) throw new TempshareError("file goes with type: 'file'; nothing was sent");
    const file = input as FileTransferInput;
    return seals(input, context) ? sealedFile(file, options) : plainFile(file);
  }
  const content = input as TransferCreate;
  if (!seals(content, context)) return { body: content };
  if (isPresealed(content)) return { body: presealedTransfer(content) };
  if (!isFileType(content)) return sealedContent(content, options);
  throw new TempshareError(
    "a transfer of type file needs its file: pass { type: 'file', file }, or, to upload the bytes yourself, encryption: 'server'",
  );
}

const isFileType = (input: { type?: unknown } | null) => input?.type === 'file';

function presealedTransfer(input: TransferCreate): TransferCreate {
  const sealing = ['encryption', 'accessProofHash', 'kdfIterations'] as const;
  const sealed = ['text', 'targetUrl', 'sealedMetadata', 'size'] as const;
  const sent = [...named(FIELDS, 'clear'), ...sealing, ...sealed];
  const body = pick('transfers.create', input, sent, ['file']);
  return presealed(body, { text: body.text, url: body.targetUrl, file: body.sealedMetadata });
}

async function sealedContent(input: TransferCreate, options: Options): Promise<Draft> {
  const others = [...named(FIELDS, 'key', 'sealed'), 'file'] as const;
  const clear = pick('transfers.create', input, named(FIELDS, 'clear'), others);
  const { text, targetUrl } = input;
  const url = targetUrl === undefined ? undefined : checkTargetUrl(targetUrl);
  if (text !== undefined) checkText('text', text, 1_000_000);
  const item = await newItem(input, options);
  const body: TransferCreate = { ...clear, ...item.wire };
  if (text !== undefined) body.text = await item.seal('text', text);
  if (url !== undefined) body.targetUrl = await item.seal('url', url);
  return { body, fragment: item.fragment };
}

const pickFile = (input: FileTransferInput) =>
  pick('transfers.create', input, named(FIELDS, 'clear'), [...named(FIELDS, 'key', 'file'), 'file']);

async function plainFile(input: FileTransferInput): Promise<Draft> {
  const clear = pickFile(input);
  const { source, names, size } = await describe(input.file, input);
  checkSize(size, undefined);
  const { password, encryption } = input;
  const body = { ...clear, ...names, size, ...(password !== undefined && { password }), encryption };
  return { body, file: { source, key: undefined } };
}

async function sealedFile(input: FileTransferInput, options: Options): Promise<Draft> {
  const clear = pickFile(input);
  const { source, names, size } = await describe(input.file, input);
  checkFileNames(names);
  const key = newFileKey(options);
  checkSize(size, key);
  const item = await newItem(input, options);
  const body = {
    ...clear,
    ...item.wire,
    size: size === undefined ? undefined : sealedSize(size),
    sealedMetadata: await sealMetadata(metadata(names, size, key), item.keys),
  };
  return { body, file: { source, key }, fragment: item.fragment };
}
