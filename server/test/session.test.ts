import { expect, it } from 'vitest';
import { startupOptions } from '../src/storage/postgres/session.ts';

/** Settings of options, as PostgreSQL reads them: the last one of a name holds. */
const settings = (options: string): Record<string, string> =>
  Object.fromEntries([...options.matchAll(/-c (\S+?)=(\S+)/g)].map(([, name, value]) => [name, value]));

it('a session has time-outs and keepalive, and the settings of its pool', () => {
  expect(settings(startupOptions({}, { enable_seqscan: 'off' }))).toMatchObject({
    lock_timeout: '5000',
    statement_timeout: '15000',
    idle_in_transaction_session_timeout: '60000',
    tcp_user_timeout: '60000',
    jit: 'off',
    enable_seqscan: 'off',
  });
});

it('options of the URL override the keepalive, and no time-out', () => {
  const options = '-c tcp_user_timeout=1 -c statement_timeout=0 -c search_path=mine';
  expect(settings(startupOptions({ options }, {}))).toMatchObject({
    tcp_user_timeout: '1',
    statement_timeout: '15000',
    search_path: 'mine',
  });
});
