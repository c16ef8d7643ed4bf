import { openLink } from '@tempshare/sdk/open';
import { describe, expect, it } from 'vitest';
import { follow } from '../../support/contract/follower.ts';
import { accessProof, faultsIn } from '../../support/contract/stage.ts';
import { JWE } from '../../support/contract/sealed.ts';
import { contract } from '../contract.ts';

/** Participants of a room, as everybody who may read it sees them. */
contract((stage) => {
  const openRoom = async (more: object = {}) => {
    const owner = await stage.owner();
    return (await owner.rooms.create({ name: 'Incident 4711', encryption: 'server', ...more })).roomId;
  };
  /** Somebody who follows a room under a session. */
  const enter = async (roomId: string, json: object = {}, headers: Record<string, string> = {}) => {
    const { status, body } = await stage.send(`POST /public/rooms/${roomId}/sessions`, { json, headers });
    expect(status).toBe(201);
    return follow(stage, roomId, { 'X-Session-Token': body.sessionToken });
  };
  const listed = async (roomId: string, headers: Record<string, string> = {}) =>
    (await stage.send(`GET /public/rooms/${roomId}/participants`, { headers })).body;

  describe('who is in a room', () => {
    it('is told to all in it, when somebody comes and when they go', async () => {
      const roomId = await openRoom();
      const nobody = await follow(stage, roomId);
      const kim = await enter(roomId, { author: 'Kim' });
      const here = (names: string[], unnamed = 0) => ({ name: 'participants', data: { names, unnamed } });
      expect(await nobody.next()).toMatchObject({ id: undefined, ...here(['Kim']) });
      expect((await kim.next())?.block).toBe('event: participants\ndata: {"names":["Kim"],"unnamed":0}');
      const other = await enter(roomId);
      for (const one of [nobody, kim, other]) expect(await one.next()).toMatchObject(here(['Kim'], 1));
      expect(await listed(roomId)).toEqual({ names: ['Kim'], unnamed: 1 });
      kim.leave();
      for (const one of [nobody, other]) expect(await one.next()).toMatchObject(here([], 1));
      other.leave();
      expect(await nobody.next()).toMatchObject(here([]));
      expect(await listed(roomId)).toEqual({ names: [], unnamed: 0 });
      nobody.leave();
    });

    it('is named by what can be seen of a name', async () => {
      const roomId = await openRoom();
      const line = `POST /public/rooms/${roomId}/sessions`;
      const blank = await stage.send(line, { json: { author: '\u200b\u2800' } });
      expect(blank).toMatchObject({ status: 400, body: { errors: [{ pointer: '/body/author' }] } });
      const kim = await enter(roomId, { author: '\u202eKi\u200bm ' });
      expect(await kim.next()).toMatchObject({ data: { names: ['Kim'], unnamed: 0 } });
      kim.leave();
    });

    it('is there until the last of their streams has ended', async () => {
      const roomId = await openRoom();
      const { body: session } = await stage.send(`POST /public/rooms/${roomId}/sessions`, {
        json: { author: 'Kim' },
      });
      expect(await listed(roomId)).toEqual({ names: [], unnamed: 0 });
      const own = { 'X-Session-Token': session.sessionToken };
      const [first, second] = [await follow(stage, roomId, own), await follow(stage, roomId, own)];
      for (const one of [first, second])
        expect((await one.next())?.data).toEqual({ names: ['Kim'], unnamed: 0 });
      first.leave();
      const seen: string[][] = [];
      const next = async () => ((await second.next())?.data.names as string[]).toSorted();
      const other = await enter(roomId, { author: 'Ada' });
      do seen.push(await next());
      while (seen.at(-1)?.join() !== 'Ada,Kim');
      other.leave();
      do seen.push(await next());
      while (seen.at(-1)?.join() !== 'Kim');
      expect(seen).toEqual([['Ada', 'Kim'], ['Kim']]);
      second.leave();
    });

    it('is sealed end-to-end where the room is, and told to nobody without the proof', async () => {
      const { accessProof: proof, accessProofHash } = await accessProof();
      const roomId = await openRoom({ encryption: 'e2e', accessProofHash });
      const proven = { 'X-Access-Proof': proof };
      const kim = await enter(roomId, { author: JWE }, proven);
      expect(await kim.next()).toMatchObject({ data: { names: [JWE], unnamed: 0 } });
      expect(await listed(roomId, proven)).toEqual({ names: [JWE], unnamed: 0 });
      expect(await listed(roomId)).toMatchObject({ code: 'invalid_password' });
      kim.leave();
      const line = `POST /public/rooms/${roomId}/sessions`;
      const clear = await stage.send(line, { json: { author: 'Kim' }, headers: proven });
      expect([clear.status, faultsIn(clear.body)]).toEqual([400, { '/body/author': 'pattern' }]);
    });

    it.each(['server', 'e2e'] as const)(
      'is told to the guests and the owner of the SDK, sealed by %s',
      async (encryption) => {
        const owner = await stage.owner();
        const { roomUrl } = await owner.rooms.create({ name: 'Incident 4711', encryption });
        const owned = await owner.rooms.open(roomUrl);
        const seen: string[] = [];
        const ended = new AbortController();
        const options = { baseUrl: stage.baseUrl, fetch: stage.check.fetch };
        const join = async (author?: string) => {
          const opened = await openLink(roomUrl, { ...options, ...(author && { author }) });
          if (opened.kind !== 'room') throw new Error(opened.kind);
          return opened.room;
        };
        const onParticipants = ({ names, unnamed }: { names: string[]; unnamed: number }) =>
          void seen.push([...names.toSorted(), unnamed].join());
        const listen = async (room: typeof owned, own: object = {}) => {
          for await (const { type } of room.events({ signal: ended.signal, ...own }))
            expect(type).toBe('message');
        };
        const following = [listen(owned, { onParticipants })];
        following.push(listen(await join('Kim')));
        await expect.poll(() => seen.at(-1)).toBe('Kim,0');
        for (const author of [undefined, 'A\u200bda', undefined]) following.push(listen(await join(author)));
        await expect.poll(() => seen.at(-1)).toBe('Ada,Kim,2');
        ended.abort();
        await Promise.allSettled(following);
        const post = async () => (await join('\u200b ')).post({ text: 'x' });
        await expect(post()).rejects.toThrow(/author must (?:have|be .* one of them) .*visible/);
      },
    );
  });
});
