/** Connection URLs of PostgreSQL, for sockets, too. */
import type { ClientConfig } from 'pg';

export function databaseUrl({ host, port, user, password, database }: ClientConfig): string {
  const url = new URL(`postgres://localhost/${database}`);
  url.username = encodeURIComponent(user ?? '');
  url.password = encodeURIComponent(typeof password === 'string' ? password : '');
  url.searchParams.set('host', host ?? 'localhost');
  url.searchParams.set('port', String(port));
  return url.href;
}
