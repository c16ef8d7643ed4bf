import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { BatchError, isPrepared, sendBatch, type Connection } from '../src/storage/postgres/pg-internals.ts';

/** A `pg` client whose PostgreSQL is the test: `sent` collects what it writes, and `receive` is what it reads. */
async function connect() {
  const sent: Buffer[] = [];
  const stream = Object.assign(
    new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _, done) => (sent.push(chunk), done()),
      writev: (chunks, done) => (sent.push(Buffer.concat(chunks.map(({ chunk }) => chunk))), done()),
    }),
    { connect: () => setImmediate().then(() => stream.emit('connect')), setNoDelay: () => stream },
  );
  const config = { stream: () => stream, pipeline: true, ssl: false, user: 'u', database: 'd' };
  const client = new pg.Client(config);
  const receive = async (...messages: Buffer[]): Promise<void> => {
    stream.push(Buffer.concat(messages));
    await setImmediate();
  };
  const connecting = client.connect();
  await expect.poll(() => sent.length).toBe(1);
  await receive(message('R', int32(0)), READY);
  await connecting;
  sent.length = 0;
  return { connection: client as unknown as Connection, sent, receive };
}

const int32 = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer).swap32();
const int16 = (value: number): Buffer => Buffer.from(Uint16Array.of(value).buffer).swap16();
const text = (value: string): Buffer => Buffer.from(`${value}\0`);
function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

const READY = message('Z', Buffer.from('I'));
const PARSED = message('1');
const BOUND = message('2');
const columns = (...names: string[]): Buffer =>
  message(
    'T',
    int16(names.length),
    ...names.flatMap((name) => [text(name), int32(0), int16(0), int32(23), int16(4), int32(-1), int16(0)]),
  );
const row = (...values: string[]): Buffer =>
  message('D', int16(values.length), ...values.flatMap((value) => [int32(value.length), Buffer.from(value)]));
const COMPLETE = message('C', text('SELECT 1'));
const failure = (code: string, severity = 'ERROR'): Buffer =>
  message(
    'E',
    ...['S', severity, 'V', severity, 'C', code, 'M', 'no'].reduce<Buffer[]>(
      (fields, part, i) => [...fields, i % 2 === 0 ? Buffer.from(part) : text(part)],
      [],
    ),
    Buffer.from([0]),
  );

/** The types of the protocol's messages in some bytes. */
function typesIn(bytes: Buffer): string {
  let types = '';
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1))
    types += String.fromCharCode(bytes[at]!);
  return types;
}

const ONE = { name: 'one', text: 'SELECT $1::int AS n', values: ['1'] };
const TWO = { name: 'two', text: 'SELECT 2 AS m' };
const send = (
  connection: Connection,
  statements: readonly { text: string; name?: string }[],
  pooled = false,
) => sendBatch(connection, statements, { pooled });
const fulfilled = (...rows: object[]) => ({ status: 'fulfilled', value: rows });

it('statements are prepared and described once, and sent in one write with one Sync', async () => {
  const { connection, sent, receive } = await connect();
  const first = send(connection, [ONE, TWO]);
  expect(sent.map(typesIn)).toEqual(['PBDEPBDES']);
  await receive(
    PARSED,
    BOUND,
    columns('n'),
    row('1'),
    COMPLETE,
    PARSED,
    BOUND,
    columns('m'),
    row('2'),
    COMPLETE,
    READY,
  );
  expect(await first).toEqual([fulfilled({ n: 1 }), fulfilled({ m: 2 })]);
  expect([isPrepared(connection, ONE), isPrepared(connection, TWO)]).toEqual([true, true]);

  const second = send(connection, [TWO, ONE, ONE]);
  expect(sent.slice(1).map(typesIn)).toEqual(['BEBEBES']);
  await receive(BOUND, row('2'), COMPLETE, BOUND, row('3'), row('4'), COMPLETE, BOUND, COMPLETE, READY);
  expect(await second).toEqual([fulfilled({ m: 2 }), fulfilled({ n: 3 }, { n: 4 }), fulfilled()]);
});

it('behind a pooler each execution is described, and a statement without a name is prepared each time', async () => {
  const { connection, sent, receive } = await connect();
  const unnamed = { text: 'SELECT 5 AS k' };
  const responses = [PARSED, BOUND, columns('k'), row('5'), COMPLETE, READY];
  for (const pooled of [false, true]) {
    const rows = send(connection, [unnamed], pooled);
    await receive(...responses);
    expect(await rows).toEqual([fulfilled({ k: 5 })]);
  }
  for (const expected of [[PARSED], []]) {
    const rows = send(connection, [ONE], true);
    await receive(...expected, BOUND, columns('n'), row('1'), COMPLETE, READY);
    expect(await rows).toEqual([fulfilled({ n: 1 })]);
  }
  expect(sent.map(typesIn)).toEqual(['PBDES', 'PBDES', 'PBDES', 'BDES']);
});

it('a statement that fails names its place, and those behind it are prepared by the next batch', async () => {
  const { connection, sent, receive } = await connect();
  const failing = send(connection, [ONE, TWO]).catch((error: unknown) => error);
  await receive(PARSED, BOUND, columns('n'), row('1'), COMPLETE, failure('42703'), READY);
  const error = await failing;
  expect(error).toBeInstanceOf(BatchError);
  expect(error).toMatchObject({ at: 1, cause: { code: '42703' } });
  expect([isPrepared(connection, ONE), isPrepared(connection, TWO)]).toEqual([true, false]);
  void send(connection, [ONE, TWO]).catch(() => undefined);
  expect(typesIn(sent.at(-1)!)).toBe('BEPBDES');
});

it('a connection that ends behind the last statement leaves open whether the batch was committed', async () => {
  const { connection, receive } = await connect();
  const committing = send(connection, [TWO]).catch((error: unknown) => error);
  await receive(PARSED, BOUND, columns('m'), row('2'), COMPLETE, failure('57P01', 'FATAL'));
  expect(await committing).toMatchObject({
    at: 1,
    cause: { message: 'Connection terminated during a commit.', cause: { code: '57P01' } },
  });
});

it('a row that cannot be read fails its statement alone', async () => {
  const { connection, receive } = await connect();
  connection.setTypeParser(23, (value) => {
    if (value === '7') throw new SyntaxError('unreadable');
    return Number(value);
  });
  const rows = send(connection, [ONE, TWO]);
  await receive(
    PARSED,
    BOUND,
    columns('n'),
    row('7'),
    COMPLETE,
    PARSED,
    BOUND,
    columns('m'),
    row('2'),
    COMPLETE,
    READY,
  );
  expect(await rows).toEqual([
    { status: 'rejected', reason: new SyntaxError('unreadable') },
    fulfilled({ m: 2 }),
  ]);
});
