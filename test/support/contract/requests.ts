/** Upload requests of scenarios, as owners and senders use them. */
import type { Tempshare } from '@tempshare/sdk';
import { expect } from 'vitest';
import { upload } from './files.ts';
import type { Stage } from './stage.ts';

type Created = Awaited<ReturnType<Tempshare['requests']['create']>>;
type FileLabel = { fileName?: string; mediaType?: string; size?: number };

/** An upload request, and calls with its owner's key in which `{id}` stands for its id. */
export interface OpenRequest extends Created {
  key: string;
  call: (line: string) => ReturnType<Stage['send']>;
}

/** Calls of owners and senders with upload requests. */
export function requesting(stage: Stage) {
  const announce = async ({ requestId, pin }: OpenRequest, said: FileLabel = {}) =>
    stage.recipient.public.requests.files.create(requestId, { pin, ...said });
  return {
    announce,
    open: async (
      said: { title?: string; expiration?: '15m' | '1h' | '1d' | '7d' | 'forever' } = {},
    ): Promise<OpenRequest> => {
      const key = await stage.createKey();
      const json = { title: 'Signed contract', ...said };
      const { status, body } = await stage.send('POST /requests', { key, json });
      expect(status).toBe(201);
      const created = body as Created;
      return {
        ...created,
        key,
        call: (line) => stage.send(line.replace('{id}', created.requestId), { key }),
      };
    },
    /** Sends a file; the clock moves on, so that the next one is newer. */
    send: async (request: OpenRequest, bytes: string, said?: FileLabel) => {
      const { uploadUrl } = await announce(request, said);
      const uploaded = await upload(stage, uploadUrl, bytes);
      await stage.advance(1000);
      return uploaded;
    },
    peek: async ({ requestId }: OpenRequest) => stage.recipient.public.requests.get(requestId),
    finish: async ({ requestId, pin }: OpenRequest) =>
      stage.recipient.public.requests.finish(requestId, { pin }),
    typesOf: async (id: string) => (await stage.eventsOf(id)).map(({ type }) => type),
  };
}

/** Returns a PIN that is not the given one. */
export const wrong = (pin: string): string => String((Number(pin) + 1) % 100_000_000).padStart(8, '0');
