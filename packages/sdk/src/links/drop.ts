import { checkFields } from '../internal/check-call.ts';
import { checkedResponse } from '../internal/checked-response.ts';
import type { Context } from '../internal/context.ts';
import { must } from '../core/tempshare-error.ts';
import type { ParsedLink } from '../sealing/link.ts';
import {
  consumeAll,
  sendAll,
  theOnly,
  type Announce,
  type FileToSend,
  type SendAllOptions,
  type SentFile,
} from '../files/send-all.ts';
import type { FileSource } from '../files/source.ts';
import type { UploadOptions } from '../files/upload.ts';
import { PublicDropsResource } from '../gen/resources.ts';
import type { PublicDrop, SenderLimits } from '../gen/types.gen.ts';
import { unsealed, type Look } from './look.ts';
import type { OpenOptions } from './service.ts';
import { only, peek, type Peeked } from './peek.ts';

/** An inbox, into which messages and files go and nothing comes out. */
export interface OpenedDrop {
  kind: 'drop';
  label: string;
  /** How much it takes, as when the link was looked at. */
  limits: SenderLimits;
  leave(
    item: {
      message?: string | undefined;
      file?: FileSource | undefined;
      fileName?: string | undefined;
      mediaType?: string | undefined;
    },
    options?: UploadOptions,
  ): Promise<{ id: string }>;
  /**
   * Leaves several files, each an item of its own, announced together: all of them or none. The message comes with
   * the first, once that has arrived. A file that then does not arrive says so by its `error`, and can be sent again alone.
   *
   * @returns what became of each, in their order
   * @throws what the announcement fails with: no file was sent then
   */
  leaveAll(
    files: readonly FileToSend[],
    about?: { message?: string | undefined },
    options?: SendAllOptions,
  ): Promise<SentFile[]>;
}

/** Looks at the link of an inbox, as `peekSecret` does at a secret's. */
export const peekDrop = (link: string | URL, options?: OpenOptions): Promise<Peeked<OpenedDrop>> =>
  peek(only('drop', lookAtDrop), link, options);

export async function lookAtDrop(
  context: Context,
  { id }: ParsedLink,
  { signal }: OpenOptions,
): Promise<Look<OpenedDrop>> {
  const drop = checkedResponse(await new PublicDropsResource(context).get(id, { signal }), 'label');
  return {
    info: { ...unsealed, kind: 'drop', expiresAt: null },
    open: () => dropHandle(context, id, drop),
  };
}

interface Leaving {
  about: { message?: string | undefined };
  options: SendAllOptions | undefined;
  more?: string[];
}

function dropHandle(context: Context, id: string, { label, limits }: PublicDrop): OpenedDrop {
  const { items } = new PublicDropsResource(context);
  const leaveFiles = (call: string, files: readonly FileToSend[], { about, options, more = [] }: Leaving) =>
    consumeAll(call, files, async (files) => {
      checkFields(call, about, ['message', ...more]);
      const { message } = about;
      must(message === undefined || files.length > 0, `${call} leaves a message beside files: ${ALONE}`);
      const announce: Announce = async (files, options, first) => {
        const input = { message: first === 0 ? message : undefined, files };
        return checkedResponse(await items.create(id, input, options)).items;
      };
      return sendAll(context, files, { call, options, announce });
    });
  return {
    kind: 'drop',
    label,
    limits,
    async leave(item, options) {
      const { file, fileName, mediaType, message } = Object(item) as typeof item;
      if (file)
        return theOnly(
          await leaveFiles('leave', [{ file, fileName, mediaType }], { about: item, options, more: FILE }),
        );
      checkFields('leave', item, ['message', ...FILE]);
      must(message !== undefined, 'leave takes { message }, { file } or both; nothing was sent');
      const { onProgress: _, ...sent } = { ...options };
      return checkedResponse(await items.create(id, { message }, sent), 'id');
    },
    leaveAll: (files, about = {}, options) => leaveFiles('leaveAll', files, { about, options }),
  };
}

const ALONE = 'leave({ message }) leaves one alone; nothing was sent';

const FILE = ['file', 'fileName', 'mediaType'];
