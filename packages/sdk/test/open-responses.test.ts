import { describe, expect, it } from 'vitest';
import { openLink, peekLink, type OpenOptions } from '../src/links/index.ts';
import { json, scriptedServer } from './scripted-server.ts';

const ID = '7sQmXk2VbT9cLrPz4WnYdA';
const later = '2999-01-01T00:00:00.000Z';
const info = {
  id: ID,
  secretId: ID,
  roomId: ID,
  name: 'Room',
  encryption: 'server',
  requiresPassword: false,
  oneTime: false,
  expiresAt: later,
};
const noResponse = {
  name: 'UnexpectedResponseError',
  message: expect.stringMatching(/contract|not a page|not of this service/),
};

async function serve(...replies: unknown[]) {
  const { baseUrl } = await scriptedServer(...replies.map((reply) => json(200, reply)));
  const options: OpenOptions = { maxRetries: 0 };
  const origin = baseUrl.replace('/api/v1', '');
  const link = (kind: string) => `${origin}/en/${kind}${ID}`;
  return {
    open: (kind: string) => openLink(link(kind), options),
    peek: (kind: string) => peekLink(link(kind), options),
  };
}

async function enter(...replies: unknown[]) {
  const opened = await (await serve(info, ...replies)).open('room/');
  if (opened.kind !== 'room') throw new Error('expected a room');
  return opened.room;
}

describe('a service that answers with something else', () => {
  it.for(['', 'secret/', 'room/', 'request/', 'drop/'])(
    'than what a link to /%s leads to opens nothing',
    async (kind) => {
      for (const reply of [null, 42, 'x', []]) {
        const { open, peek } = await serve(reply);
        for (const ask of [open, peek]) {
          const failure: unknown = await ask(kind).catch((error: unknown) => error);
          expect(failure).toMatchObject({ name: expect.stringMatching(/^(UnexpectedResponse|Link)Error$/) });
        }
      }
    },
  );

  it.for<[string, object, unknown]>([
    ['secret/', {}, null],
    ['secret/', {}, { encryption: 'server', secret: {} }],
    ['', { kind: 'text' }, null],
    ['', { kind: 'text' }, { ...info, kind: 'text', text: { a: 1 } }],
    ['', { kind: 'text' }, { ...info, kind: 'text' }],
    ['', { kind: 'url' }, { ...info, kind: 'url', targetUrl: ['https://a.example/'] }],
    ['', { kind: 'debug' }, { ...info, kind: 'debug', logs: 42 }],
    ['', { kind: 'file' }, { ...info, kind: 'file', fileName: 42, downloadUrl: 'http://a/d_1' }],
  ])('for the content of /%s hands nothing out', async ([kind, said, reply]) => {
    const { open } = await serve({ ...info, ...said }, reply);
    await expect(open(kind)).rejects.toMatchObject(noResponse);
  });

  it.for([null, {}, { messages: null }, { messages: {} }, { messages: [null] }, { messages: [{}] }])(
    'for the messages of a room, such as %j, is told of',
    async (reply) => {
      const room = await enter(reply);
      await expect(room.messages()[Symbol.asyncIterator]().next()).rejects.toMatchObject(noResponse);
    },
  );

  it.for<object>([{ text: {} }, { author: 42 }, { file: 42 }, { file: { id: 'file_1', fileName: {} } }])(
    'for what is in a message, such as %j, hands out a damaged one',
    async (content) => {
      const message = { id: 'msg_1', from: 'guest', createdAt: later, ...content };
      const room = await enter({ messages: [message], total: 1, totalIsExact: true, nextCursor: null });
      const { value } = (await room.messages()[Symbol.asyncIterator]().next()) as { value: unknown };
      expect(value).toEqual({ id: 'msg_1', from: 'guest', createdAt: later, damaged: true });
    },
  );

  it('than the id of what was posted says that nothing is known of it', async () => {
    const room = await enter({ success: true });
    await expect(room.post({ text: 'x' })).rejects.toMatchObject(noResponse);
    await expect(room.send(new Blob(['x']))).rejects.toMatchObject(noResponse);
  });
});
