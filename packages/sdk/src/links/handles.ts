import type { Tempshare } from '../client.ts';
import { checkFields, checkOptions } from '../core/check-call.ts';
import { consume } from '../files/consume.ts';
import { readSource, type FileSource } from '../files/source.ts';
import { checkSize, upload } from '../files/upload.ts';
import type { CallOptions } from '../core/operation.ts';
import type { SendOptions } from '../e2e/resources.ts';
import { must } from '../core/tempshare-error.ts';
import { checkedAnswer } from '../core/checked-response.ts';
import type { ParsedLink } from './link.ts';

/** Takes files for their asker, once its PIN is known. */
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

/** An inbox, into which messages and files go and nothing comes out. */
export interface OpenedDrop {
  kind: 'drop';
  label: string;
  leave(
    item: {
      message?: string | undefined;
      file?: FileSource | undefined;
      fileName?: string | undefined;
      mediaType?: string | undefined;
    },
    options?: SendOptions,
  ): Promise<{ id: string }>;
}

export async function openRequest(
  client: Tempshare,
  { id }: ParsedLink,
  { signal }: CallOptions,
): Promise<OpenedRequest> {
  const facts = checkedAnswer(await client.public.requests.get(id, { signal }), 'title', 'state');
  const { title, state, expiresAt } = facts;
  return {
    kind: 'request',
    title,
    state,
    expiresAt,
    send: (file, said, given) =>
      consume(file, async (file) => {
        must(said, 'send takes a file and, beside it, { pin }; nothing was sent');
        const { pin, ...about } = said;
        const options = { ...given };
        checkOptions('send', options, 'onProgress');
        checkFields('send', said, ['pin', 'fileName', 'mediaType']);
        const source = await readSource(file);
        const { fileName = source.name, mediaType = source.type } = about;
        checkSize(source.size, undefined);
        const announced = { pin, fileName, mediaType, size: source.size };
        const answer = await client.public.requests.files.create(id, announced, { signal: options.signal });
        const created = checkedAnswer(answer, 'id', 'uploadUrl');
        await upload(client.files, created, source, undefined, options);
        return created;
      }),
    async finish(about) {
      must(about, 'finish takes { pin }; nothing was sent');
      checkFields('finish', about, ['pin']);
      await client.public.requests.finish(id, about);
    },
  };
}

export async function openDrop(
  client: Tempshare,
  { id }: ParsedLink,
  { signal }: CallOptions,
): Promise<OpenedDrop> {
  const { label } = checkedAnswer(await client.public.drops.get(id, { signal }), 'label');
  return {
    kind: 'drop',
    label,
    leave: async ({ message, file, ...about }, given) =>
      consume(file, async (file) => {
        const options = { ...given };
        checkOptions('leave', options, 'onProgress');
        checkFields('leave', about, ['fileName', 'mediaType']);
        const source = file && (await readSource(file));
        checkSize(source?.size, undefined);
        const { fileName = source?.name, mediaType = source?.type } = about;
        const item = { message, ...(source && { file: { fileName, mediaType, size: source.size } }) };
        const answer = await client.public.drops.items.create(id, item, { signal: options.signal });
        const created = checkedAnswer(answer, 'id');
        const announced = { id: created.id, uploadUrl: created.uploadUrl };
        if (source) await upload(client.files, announced, source, undefined, options);
        return created;
      }),
  };
}
