import { checkFields, checkOptions } from '../core/check-call.ts';
import { checkedResponse } from '../core/checked-response.ts';
import type { Context } from '../core/context.ts';
import type { CallOptions } from '../core/operation.ts';
import { must } from '../core/tempshare-error.ts';
import type { ParsedLink } from '../sealing/link.ts';
import { consume } from '../files/consume.ts';
import { readSource, type FileSource } from '../files/source.ts';
import { checkSize, upload, type SendOptions } from '../files/upload.ts';
import type { PublicResource } from '../gen/resources.ts';
import type { PublicUploadRequest } from '../gen/types.gen.ts';
import { unsealed, type Look } from './look.ts';

/** A request for files; takes them with its PIN. */
export interface OpenedRequest {
  kind: 'request';
  title: string;
  state: string;
  expiresAt: string | null;
  send(
    file: FileSource,
    about: { pin: string; fileName?: string | undefined; mediaType?: string | undefined },
    options?: SendOptions,
  ): Promise<{ id: string }>;
  /** Says that everything has been sent, and closes the request. */
  finish(about: { pin: string }): Promise<void>;
}

export async function lookAtRequest(
  context: Context,
  service: PublicResource,
  { id }: ParsedLink,
  options: CallOptions,
): Promise<Look<OpenedRequest>> {
  const request = checkedResponse(await service.requests.get(id, options), 'title', 'state');
  const { expiresAt } = request;
  return {
    info: { ...unsealed, kind: 'request', expiresAt },
    open: () => requestHandle(context, service, id, request),
  };
}

function requestHandle(
  context: Context,
  service: PublicResource,
  id: string,
  { title, state, expiresAt }: PublicUploadRequest,
): OpenedRequest {
  return {
    kind: 'request',
    title,
    state,
    expiresAt,
    send: (file, given, callOptions) =>
      consume(file, async (file) => {
        must(given, 'send takes a file and, beside it, { pin }; nothing was sent');
        const { pin, ...about } = given;
        const options = { ...callOptions };
        checkOptions('send', options, 'onProgress');
        checkFields('send', given, ['pin', 'fileName', 'mediaType']);
        const source = await readSource(file);
        const { fileName = source.name, mediaType = source.type } = about;
        checkSize(source.size, undefined);
        const announced = { pin, fileName, mediaType, size: source.size };
        const call = service.requests.files.create(id, announced, { signal: options.signal });
        const created = checkedResponse(await call, 'id', 'uploadUrl');
        await upload(context, created, source, undefined, options);
        return created;
      }),
    async finish(about) {
      must(about, 'finish takes { pin }; nothing was sent');
      checkFields('finish', about, ['pin']);
      await service.requests.finish(id, about);
    },
  };
}
