import { checkFields, checkOptions } from '../core/check-call.ts';
import { checkedResponse } from '../core/checked-response.ts';
import type { Context } from '../core/context.ts';
import type { CallOptions } from '../core/operation.ts';
import type { ParsedLink } from '../sealing/link.ts';
import { consume } from '../files/consume.ts';
import { readSource, type FileSource } from '../files/source.ts';
import { checkSize, upload, type SendOptions } from '../files/upload.ts';
import type { PublicResource } from '../gen/resources.ts';
import { unsealed, type Look } from './look.ts';

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

export async function lookAtDrop(
  context: Context,
  service: PublicResource,
  { id }: ParsedLink,
  options: CallOptions,
): Promise<Look<OpenedDrop>> {
  const { label } = checkedResponse(await service.drops.get(id, options), 'label');
  return {
    info: { ...unsealed, kind: 'drop', expiresAt: null },
    open: () => dropHandle(context, service, id, label),
  };
}

function dropHandle(context: Context, service: PublicResource, id: string, label: string): OpenedDrop {
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
        const call = service.drops.items.create(id, item, { signal: options.signal });
        const created = checkedResponse(await call, 'id');
        const announced = { id: created.id, uploadUrl: created.uploadUrl };
        if (source) await upload(context, announced, source, undefined, options);
        return created;
      }),
  };
}
