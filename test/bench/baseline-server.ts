/**
 * The least a server of this kind can do: Express and pg, one prepared INSERT to create, one `DELETE … RETURNING` to
 * reveal; no keys, limits, encryption, validation or events.
 */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';

const pool = new pg.Pool({ ...(JSON.parse(process.argv[2] as string) as pg.PoolConfig), max: 10 });
await pool.query('CREATE TABLE IF NOT EXISTS baseline (id text PRIMARY KEY, secret text NOT NULL)');

const app = express();
app.use(express.json());
app.post('/secrets', async (request, response) => {
  const id = randomBytes(16).toString('hex');
  const { secret } = request.body as { secret: string };
  await pool.query({ name: 'create', text: 'INSERT INTO baseline VALUES ($1, $2)', values: [id, secret] });
  response.status(201).json({ secretId: id });
});
app.post('/public/secrets/:id/reveal', async (request, response) => {
  const { rows } = await pool.query<{ secret: string }>({
    name: 'reveal',
    text: 'DELETE FROM baseline WHERE id = $1 RETURNING secret',
    values: [request.params.id],
  });
  if (rows[0]) response.json(rows[0]);
  else response.sendStatus(404);
});
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
