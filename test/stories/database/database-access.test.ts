import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBoss } from '../../../server/src/jobs/boss.ts';
import { connectionTo } from '../../../server/src/storage/postgres/connection.ts';
import { migrate } from '../../../server/src/storage/postgres/migrations/migrate.ts';
import { KEY, VALID } from '../../../server/test/webhook-certificates.ts';
import { useInstallation } from '../../support/server/data-dir.ts';
import { startTlsPostgres, type TlsPostgres } from '../../support/database/tls-postgres.ts';

const ENCRYPTION_KEYS = randomBytes(32).toString('base64');
const installation = useInstallation();

let postgres: TlsPostgres;
beforeAll(async () => void (postgres = await startTlsPostgres(VALID, KEY)));
afterAll(() => postgres.stop());

describe('a database that takes TLS alone, with a certificate signed by itself for 127.0.0.1', () => {
  /** The result of a connection: whether it is encrypted, or the code of the error. */
  const connect = async (host: string, parameters: string, ca?: string): Promise<unknown> => {
    const client = new pg.Client(connectionTo(postgres.url(host, parameters), ca));
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
      await client.end();
      return rows[0].ssl;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it.each([
    ['without sslmode', '127.0.0.1', '', undefined, '28000'],
    ['disable', '127.0.0.1', '?sslmode=disable', undefined, '28000'],
    ['require', 'localhost', '?sslmode=require', undefined, true],
    ['require with another CA', 'localhost', '?sslmode=require', 'other', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['verify-ca without the CA', 'localhost', '?sslmode=verify-ca', undefined, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['verify-ca with it', 'localhost', '?sslmode=verify-ca', VALID, true],
    [
      'verify-full on a host it does not name',
      'localhost',
      '?sslmode=verify-full',
      VALID,
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    ['verify-full on the host that it names', '127.0.0.1', '?sslmode=verify-full', VALID, true],
    ['the CA alone, which is verify-full', 'localhost', '', VALID, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['the CA alone on the host that it names', '127.0.0.1', '', VALID, true],
  ])('%s', async (_mode, host, parameters, ca, outcome) => {
    expect(await connect(host, parameters, ca === 'other' ? rootCertificates[0] : ca)).toBe(outcome);
  });

  it('reads the CA where sslrootcert says, as psql does', async () => {
    const file = join(installation.dataDir, 'ca.pem');
    await writeFile(file, VALID);
    expect(await connect('127.0.0.1', `?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`)).toBe(
      true,
    );
  });

  it('carries a server with DATABASE_CA_FILE, which says so in its log, and refuses one without', async () => {
    const file = join(installation.dataDir, 'ca.pem');
    await writeFile(file, VALID);
    const DATABASE_URL = postgres.url('127.0.0.1', '?sslmode=verify-full');
    expect(await installation.refusal({ DATABASE_URL, ENCRYPTION_KEYS })).toMatch(
      /certificate of the database is not accepted \(self-signed certificate\)\. Give the CA .* DATABASE_CA_FILE/,
    );
    const server = await installation.start({ DATABASE_URL, DATABASE_CA_FILE: file, ENCRYPTION_KEYS });
    await expect.poll(() => server.stderr).toMatch(/"database":"given, verify-full".*"msg":"started"/);
    await installation.stopAll();
  });
});

describe('a role without rights', () => {
  let superuser: pg.Client;
  const database = 'of Alice';
  beforeAll(async () => {
    superuser = new pg.Client(connectionTo(postgres.url('127.0.0.1', '?sslmode=require')));
    await superuser.connect();
    await superuser.query(`CREATE DATABASE "${database}"`);
    await superuser.query(`REVOKE CONNECT ON DATABASE "${database}" FROM PUBLIC`);
    for (const role of ['alice', 'Bob the 2nd'])
      await superuser.query(`CREATE ROLE "${role}" LOGIN PASSWORD 'pw'`);
  });
  afterAll(() => superuser.end());

  const urlFor = (role: string): string => {
    const url = new URL(postgres.url('127.0.0.1', '?sslmode=require'));
    url.username = encodeURIComponent(role);
    url.password = 'pw';
    url.pathname = encodeURIComponent(database);
    return url.href;
  };
  /** The statements that a refused migration asks for. */
  const asked = async (role: string): Promise<string | undefined> => {
    const error = await migrate(connectionTo(urlFor(role))).catch((refused: Error) => refused);
    return error === undefined ? undefined : /allows that with: (.*)$/.exec(error.message)?.[1];
  };
  /** Does what the message says, as the owner would: in the database itself. */
  const grant = async (statements: string): Promise<void> => {
    const url = new URL(postgres.url('127.0.0.1', '?sslmode=require'));
    url.pathname = encodeURIComponent(database);
    const owner = new pg.Client(connectionTo(url.href));
    await owner.connect();
    await owner.query(statements);
    await owner.end();
  };

  it('is told the statements that give it what it lacks, and with them it works', async () => {
    const steps = [
      'GRANT CONNECT ON DATABASE "of Alice" TO "alice";',
      'GRANT USAGE, CREATE ON SCHEMA public TO alice; GRANT CREATE ON DATABASE "of Alice" TO alice;',
    ];
    for (const step of steps) {
      expect(await asked('alice')).toBe(step);
      await grant(step);
    }
    expect(await asked('alice')).toBeUndefined();
  });

  it('on the tables of another role is told to become a member of it', async () => {
    await grant('GRANT CONNECT ON DATABASE "of Alice" TO "Bob the 2nd"');
    const url = urlFor('Bob the 2nd');
    await expect(createBoss(connectionTo(url))).rejects.toThrow(
      'The owner of the database allows it: GRANT CREATE ON DATABASE "of Alice" TO "Bob the 2nd";',
    );
    expect(await installation.refusal({ DATABASE_URL: url, ENCRYPTION_KEYS })).toMatch(
      /The role of DATABASE_URL may not use the database as the server needs it \(permission denied for table knex_migrations\)\. Its owner allows that with: GRANT .*;\n$/,
    );
    const statements = await asked('Bob the 2nd');
    expect(statements).toContain('GRANT alice TO "Bob the 2nd";');
    await grant(statements!);
    expect(await asked('Bob the 2nd')).toBeUndefined();
  });
});
