import { checkedResponse } from '../internal/checked-response.ts';
import type { Context } from '../internal/context.ts';
import { TempshareError } from '../core/tempshare-error.ts';
import { sealedSize, sealMetadata } from '../envelope/index.ts';
import type { Source } from '../files/source.ts';
import { checkSize, upload, type UploadOptions } from '../files/upload.ts';
import { e2eFields } from '../gen/e2e-fields.ts';
import { textLength } from '../gen/limits.ts';
import * as operations from '../gen/operations.ts';
import type { TransferCreate, TransferCreated } from '../gen/types.gen.ts';
import { checkFileNames, checkTargetUrl, checkText, pick } from './checks.ts';
import { completeLink } from './complete-link.ts';
import { describe, hasFile, metadata, newFileKey } from './describe-file.ts';
import type { FileTransferInput } from './inputs.ts';
import { checkSealOptions, newItem, seals } from './item.ts';
import type { SealOptions } from './options.ts';
import { isPresealed, presealed } from './presealed.ts';
import { sealedFields, type Sealed } from './sealed-fields.ts';
import { create, withGiven, type GivenCall } from './sealed-call.ts';

type Input = TransferCreate | FileTransferInput;
type Options = (SealOptions & UploadOptions) | undefined;

interface Draft {
  body: TransferCreate;
  file?: { source: Source; fileKey: string | undefined };
  fragment?: string | undefined;
}

export const createTransfer = (call: GivenCall<Input, Options>): Promise<TransferCreated> =>
  withGiven(call, async (input, options) => {
    const { context, count } = call;
    checkSealOptions('transfers.create', context, { body: input, options, others: ['onProgress'] });
    checkViews(input);
    const { body, file, fragment } = await draft(input, context, options);
    const result = await create<TransferCreated>(call, operations.transfersCreate, { body, options });
    if (file) checkedResponse(result.created, 'id', 'shareUrl', 'uploadUrl');
    // Before the bytes are sent: what nobody could open is not worth an upload.
    const place = { link: 'shareUrl', id: 'id', remove: operations.transfersDelete } as const;
    const created =
      fragment === undefined
        ? result.created
        : await completeLink(context, result, { ...place, fragment, options });
    if (!file) return created;
    const { uploadUrl, ...uploaded } = created;
    const { id } = created;
    const { signal, headers } = options ?? {};
    const announced = {
      ...{ id, uploadUrl, count, remove: operations.transfersDelete, repeated: await result.repeated() },
      // Recipients get 404 until the bytes are there.
      arrived: () =>
        context.invoke(operations.publicTransfersGet, { path: { id } }, { signal, headers }).then(() => true),
    };
    await upload(context, { announced, ...file }, options);
    return uploaded;
  });

function checkViews(input: Input | null): void {
  const { oneTime, maxViews = 1 } = input ?? {};
  if (oneTime === true && maxViews !== 1)
    throw new TempshareError(
      'oneTime: true is one view, and maxViews says another number: leave out one of the two; nothing was sent',
    );
}

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
  const body = pick('transfers.create', input, { sent: sealedFields('TransferCreate'), others: ['file'] });
  return presealed(body, { text: body.text, url: body.targetUrl, file: body.sealedMetadata });
}

const { clear } = e2eFields.TransferCreate;
const KEY = ['encryption', 'password', 'kdfIterations'] as const;

async function sealedContent(input: TransferCreate, options: Options): Promise<Draft> {
  const body = pick('transfers.create', input, {
    sent: clear,
    others: [...KEY, 'text', 'targetUrl', 'file'],
  });
  const { text, targetUrl } = input;
  const url = targetUrl === undefined ? undefined : checkTargetUrl(targetUrl);
  if (text !== undefined) checkText('text', text, textLength);
  const item = await newItem(input, options);
  const sealed: Sealed<'TransferCreate'> = {
    text: text === undefined ? undefined : await item.seal('text', text),
    targetUrl: url === undefined ? undefined : await item.seal('url', url),
  };
  return { body: { ...body, ...item.wire, ...sealed }, fragment: item.fragment };
}

const pickFile = (input: FileTransferInput) =>
  pick('transfers.create', input, { sent: clear, others: [...KEY, 'fileName', 'mediaType', 'size', 'file'] });

async function plainFile(input: FileTransferInput): Promise<Draft> {
  const body = pickFile(input);
  const { source, names, size } = await describe(input.file, input);
  checkSize(size);
  const { password, encryption } = input;
  const announced = { ...names, size, ...(password !== undefined && { password }), encryption };
  return { body: { ...body, ...announced }, file: { source, fileKey: undefined } };
}

async function sealedFile(input: FileTransferInput, options: Options): Promise<Draft> {
  const body = pickFile(input);
  const { source, names, size } = await describe(input.file, input);
  checkFileNames(names);
  const fileKey = newFileKey(options);
  checkSize(size);
  const item = await newItem(input, options);
  const sealed = {
    size: size === undefined ? undefined : sealedSize(size),
    sealedMetadata: await sealMetadata(metadata(names, size, fileKey), item.keys),
  };
  return { body: { ...body, ...item.wire, ...sealed }, file: { source, fileKey }, fragment: item.fragment };
}
