/**
 * Meets in a room that is sealed end-to-end: an owner makes it and listens, a guest enters by the link and talks, and
 * the room is closed. Here one program plays both.
 *
 *   export SERVICE_API_KEY=svc_sk_… SERVICE_BASE_URL=http://localhost:8080/api/v1
 *   npm exec -c 'node examples/meet-in-a-room.ts "The door code is 4711."'
 */
import { Tempshare, TempshareError } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';

const [text = 'Hello'] = process.argv.slice(2);

/** Guest's part: has the link. */
async function visit(roomUrl: string): Promise<void> {
  const opened = await openLink(roomUrl);
  if (opened.kind !== 'room') throw new Error(`The link leads to a ${opened.kind}.`);
  await opened.room.post({ text, author: 'Guest' });
  await opened.room.send(new Blob([text]), { fileName: 'note.txt', author: 'Guest' });
}

try {
  const owner = new Tempshare();
  const { roomId, roomUrl } = await owner.rooms.create({ name: 'Handover', ttlHours: 1 });
  console.log(`Link:  ${roomUrl}`);
  await visit(roomUrl);

  const room = await owner.rooms.open(roomUrl);
  for await (const { author, text, file } of room.messages())
    console.log(`${author}: ${text ?? `${file?.fileName}, “${await file?.text()}”`}`);

  await owner.rooms.delete(roomId);
  console.log('Closed');
} catch (error) {
  if (!(error instanceof TempshareError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
