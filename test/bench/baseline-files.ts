/**
 * The least a server can do to keep files in PostgreSQL: Express and pg, one row of 256 KiB after the other in one
 * transaction, and back; no tokens, limits, digest, encryption or validation.
 */
import { randomBytes } from 'node:crypto';
import express from 'express';
import pg from 'pg';
import { listen } from './listen.ts';
import type { BareSettings } from './servers.ts';

const CHUNK = 262_144;
const { connection } = JSON.parse(process.argv[2] as string) as BareSettings;
const pool = new pg.Pool({ ...connection, max: 10 });
await pool.query(`
  CREATE TABLE IF NOT EXISTS baseline_chunks (id text, seq int, data bytea NOT NULL, PRIMARY KEY (id, seq));
  ALTER TABLE baseline_chunks ALTER COLUMN data SET STORAGE EXTERNAL`);

const app = express();
app.put('/files', async (request, response) => {
  const id = randomBytes(16).toString('hex');
  const client = await pool.connect();
  let seq = 0;
  const insert = (data: Buffer) =>
    client.query({
      name: 'put',
      text: 'INSERT INTO baseline_chunks VALUES ($1, $2, $3)',
      values: [id, seq++, data],
    });
  await client.query('BEGIN');
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length < CHUNK) continue;
    const gathered = Buffer.concat(parts);
    await insert(gathered.subarray(0, CHUNK));
    parts = [gathered.subarray(CHUNK)];
    length -= CHUNK;
  }
  if (length > 0) await insert(Buffer.concat(parts));
  await client.query('COMMIT');
  client.release();
  response.json({ id });
});
app.get('/files/:id', async (request, response) => {
  for (let seq = 0; ; seq++) {
    const { rows } = await pool.query<{ data: Buffer }>({
      name: 'get',
      text: 'SELECT data FROM baseline_chunks WHERE id = $1 AND seq = $2',
      values: [request.params.id, seq],
    });
    if (!rows[0]) break;
    if (!response.write(rows[0].data)) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end();
});
listen(app);
