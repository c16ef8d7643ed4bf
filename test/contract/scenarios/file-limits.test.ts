import { limits } from '@tempshare/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { put, RAW, upload } from '../../support/contract/files.ts';
import { sealedAs } from '../../support/contract/sealed.ts';
import { accessProof, type Stage } from '../../support/contract/stage.ts';
import { further } from '../../support/further.ts';
import { contract } from '../contract.ts';

const tooLarge = { status: 413, body: { code: 'payload_too_large' } };
const sealedMetadata = sealedAs('file');

/** A kind of item that takes files. */
interface Kind {
  /** Maximum size of its files as they are sent. */
  most: number;
  /** Pointer of the size of a file in an announcement. */
  pointer: string;
  /** Makes an item, and returns what announces a file for it. */
  make: (stage: Stage) => Promise<(size?: number) => Promise<{ status: number; body: any }>>;
}

const room = async (stage: Stage, sealed: boolean) => {
  const key = await stage.createKey();
  const encryption = sealed && { encryption: 'e2e', accessProofHash: (await accessProof()).accessProofHash };
  const { body } = await stage.send('POST /rooms', { key, json: { name: 'Room', ...encryption } });
  const json = sealed && { sealedMetadata };
  return {
    key,
    roomId: body.roomId as string,
    announce: (size?: number) =>
      stage.send(`POST /rooms/${body.roomId}/files`, { key, json: { ...json, size } }),
  };
};

const KINDS: Record<string, Kind> = {
  'a transfer': {
    most: 26_214_400,
    pointer: '/body/size',
    make: async (stage) => {
      const key = await stage.createKey();
      return (size) => stage.send('POST /transfers', { key, json: { type: 'file', size } });
    },
  },
  'an end-to-end encrypted transfer': {
    most: 26_214_800,
    pointer: '/body/size',
    make: async (stage) => {
      const key = await stage.createKey();
      const { accessProofHash } = await accessProof();
      const json = { type: 'file', encryption: 'e2e', accessProofHash, sealedMetadata };
      return (size) => stage.send('POST /transfers', { key, json: { ...json, size } });
    },
  },
  'an upload request': {
    most: 26_214_400,
    pointer: '/body/size',
    make: async (stage) => {
      const key = await stage.createKey();
      const { body } = await stage.send('POST /requests', { key, json: { title: 'Papers' } });
      const { requestId, pin } = body;
      return (size) => stage.send(`POST /public/requests/${requestId}/files`, { json: { pin, size } });
    },
  },
  'a room': {
    most: 26_214_400,
    pointer: '/body/size',
    make: async (stage) => (await room(stage, false)).announce,
  },
  'an end-to-end encrypted room': {
    most: 26_214_800,
    pointer: '/body/size',
    make: async (stage) => (await room(stage, true)).announce,
  },
  'an inbox': {
    most: 26_214_400,
    pointer: '/body/file/size',
    make: async (stage) => {
      const key = await stage.createKey();
      const { body } = await stage.send('POST /drops', { key, json: { label: 'Inbox' } });
      return (size) => stage.send(`POST /public/drops/${body.dropId}/items`, { json: { file: { size } } });
    },
  },
};

/** Kinds whose files are sent in full by `npm test`: one of each sealing. The others follow in `npm run test:all`. */
const SENT = ['a transfer', 'an end-to-end encrypted room'];

/** The limit of 25 MiB holds for the content: sealing adds 16 bytes to each chunk of 1 MiB. */
contract((stage) => {
  let bytes: Buffer<ArrayBuffer>;
  beforeAll(() => void (bytes = Buffer.alloc(limits.sealedFileBytes + 1, 'x')));

  /** Sends bytes of which no header says how many they are. */
  const stream = async (url: string, body: Buffer<ArrayBuffer>) => {
    const init = { method: 'PUT', body: new Blob([body]).stream(), duplex: 'half' as const, headers: RAW };
    const response = await stage.check.fetch(url, init);
    return { status: response.status, body: await response.json() };
  };

  describe.for(Object.entries(KINDS))('a file of %s', ([kind, { most, pointer, make }]) => {
    // Skipped tests would make the coverage of this file incomplete.
    const whenSent = SENT.includes(kind) !== further ? it : () => undefined;
    it('may declare as many bytes as it may have, and not one more', async () => {
      const announce = await make(stage);
      expect((await announce(most)).status).toBe(201);
      const { status, body } = await announce(most + 1);
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.errors).toMatchObject([{ pointer, code: 'maximum' }]);
    });

    whenSent('arrives with as many bytes as it may have', async () => {
      const { body } = await (await make(stage))();
      const { size } = await upload(stage, body.uploadUrl, bytes.subarray(0, most));
      expect(size).toBe(most);
    });

    whenSent('is refused with one byte more, and may be sent again', async () => {
      const { body } = await (await make(stage))();
      expect(await put(stage, body.uploadUrl, bytes.subarray(0, most + 1))).toMatchObject(tooLarge);
      expect(await upload(stage, body.uploadUrl, 'x')).toMatchObject({ size: 1 });
    });
  });

  it.for([further ? 'an end-to-end encrypted transfer' : 'a room'])(
    'a file of %s is cut off once one byte too many is counted',
    async (kind) => {
      const { most, make } = KINDS[kind]!;
      const { body } = await (await make(stage))();
      expect(await stream(body.uploadUrl, bytes.subarray(0, most + 1))).toMatchObject(tooLarge);
      expect(await upload(stage, body.uploadUrl, 'x')).toMatchObject({ size: 1 });
    },
  );

  it('a file whose announced size is the limit is refused with 413 above it', async () => {
    const { body } = await (await KINDS['a transfer']!.make(stage))(limits.fileBytes);
    const tooMuch = bytes.subarray(0, limits.fileBytes + 1);
    expect(await put(stage, body.uploadUrl, tooMuch)).toMatchObject(tooLarge);
  });
});

const BYTES = 2 * 26_214_800 - 1;

contract(
  (stage) => {
    it('a room counts what sealing adds, and says so where it leaves too little', async () => {
      const { key, roomId, announce } = await room(stage, true);
      const left = async () => (await stage.send(`GET /rooms/${roomId}`, { key })).body.limits.bytesLeft;
      const first = await announce();
      expect(await left()).toBe(26_214_799);
      const bytes = Buffer.alloc(26_214_800);
      await upload(stage, first.body.uploadUrl, bytes);
      const { body } = await announce();
      expect(await left()).toBe(0);
      const refused = await put(stage, body.uploadUrl, bytes);
      expect(refused).toMatchObject({ status: 409, body: { code: 'quota_exceeded' } });
      await upload(stage, body.uploadUrl, bytes.subarray(1));
    });
  },
  { capacity: { room: { items: 10, bytes: BYTES } } },
);
