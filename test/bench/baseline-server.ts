/**
 * The least a server of this kind can do: Express and pg, and for every request one prepared statement of one row: INSERT
 * to create, `DELETE … RETURNING` to reveal and to open, SELECT for a detail and a page of a list. No keys, limits,
 * encryption, validation or events.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { bareApp, listen } from './listen.ts';
import type { BareSettings } from './servers.ts';

const { connection } = JSON.parse(process.argv[2] as string) as BareSettings;
const pool = new pg.Pool({ ...connection, max: 10 });
await pool.query(`
  CREATE TABLE IF NOT EXISTS baseline_secrets (id text PRIMARY KEY, secret text NOT NULL);
  CREATE TABLE IF NOT EXISTS baseline_transfers (id text PRIMARY KEY, owner text NOT NULL, content text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX IF NOT EXISTS baseline_transfers_by_owner ON baseline_transfers (owner, created_at DESC)`);

const query = async (name: string, text: string, values: unknown[]) =>
  (await pool.query<Record<string, unknown>>({ name, text, values })).rows;

const app = bareApp();
app.post('/secrets', async (request, response) => {
  const id = randomBytes(16).toString('hex');
  const { secret } = request.body as { secret: string };
  await query('create', 'INSERT INTO baseline_secrets VALUES ($1, $2)', [id, secret]);
  response.status(201).json({ secretId: id });
});
app.post('/public/secrets/:id/reveal', async (request, response) => {
  const { id } = request.params;
  const [row] = await query('reveal', 'DELETE FROM baseline_secrets WHERE id = $1 RETURNING secret', [id]);
  if (row) response.json(row);
  else response.sendStatus(404);
});
app.get('/secrets/:id', async (request, response) => {
  const { id } = request.params;
  const [row] = await query('secret', 'SELECT id, length(secret) FROM baseline_secrets WHERE id = $1', [id]);
  if (row) response.json(row);
  else response.sendStatus(404);
});

app.post('/transfers', async (request, response) => {
  const id = randomBytes(16).toString('hex');
  const { text } = request.body as { text: string };
  const values = [id, request.headers.authorization, text];
  await query('share', 'INSERT INTO baseline_transfers VALUES ($1, $2, $3)', values);
  response.status(201).json({ id });
});
app.post('/public/transfers/:id/open', async (request, response) => {
  const { id } = request.params;
  const [row] = await query('open', 'DELETE FROM baseline_transfers WHERE id = $1 RETURNING content', [id]);
  if (row) response.json(row);
  else response.sendStatus(404);
});
app.get('/transfers/:id', async (request, response) => {
  const text = 'SELECT id, left(content, 4) AS snippet, created_at FROM baseline_transfers WHERE id = $1';
  const [row] = await query('transfer', text, [request.params.id]);
  if (row) response.json(row);
  else response.sendStatus(404);
});
app.get('/transfers', async (request, response) => {
  const text =
    'SELECT id, created_at FROM baseline_transfers WHERE owner = $1 ORDER BY created_at DESC LIMIT $2';
  const transfers = await query('list', text, [request.headers.authorization, Number(request.query.limit)]);
  response.json({ transfers });
});
listen(app);
