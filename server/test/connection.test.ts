import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectionTo, requireUsableUrl, sslModeOf } from '../src/storage/postgres/connection.ts';

const URL = 'postgres://u:p@host:5432/db';

describe('a database URL', () => {
  it('has the TLS that its parameters name, as in psql', () => {
    const modes = ['', '?sslmode=require', '?ssl=true', '?ssl=0', '?sslmode=disable&ssl=true'];
    expect(modes.map((query) => sslModeOf(URL + query))).toEqual([
      undefined,
      'require',
      'verify-full',
      undefined,
      'disable',
    ]);
    expect(() => sslModeOf(`${URL}?sslmode=prefer`)).toThrow('must have one of disable, require');
  });

  it('without a mode is unencrypted, or verified in full if there is a CA', () => {
    expect(connectionTo(URL)).toEqual({ connectionString: URL, ssl: false });
    expect(connectionTo(URL, 'PEM').ssl).toEqual({ ca: 'PEM', rejectUnauthorized: true });
  });

  it('checks no issuer with `require`, unless there is a CA', () => {
    expect(connectionTo(`${URL}?sslmode=require`).ssl).toMatchObject({ rejectUnauthorized: false });
    expect(connectionTo(`${URL}?sslmode=require`, 'PEM').ssl).toMatchObject({ rejectUnauthorized: true });
  });

  it('keeps its other parameters, and hands options over apart', () => {
    const to = connectionTo(`${URL}?application_name=a&options=-c%20x%3D1&sslmode=disable`);
    expect(to).toEqual({ connectionString: `${URL}?application_name=a`, options: '-c x=1', ssl: false });
  });

  it('names the file of the CA', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tempshare-ca-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'ca.pem');
    writeFileSync(file, 'PEM');
    expect(connectionTo(`${URL}?sslmode=verify-ca&sslrootcert=${file}`).ssl).toMatchObject({ ca: 'PEM' });
    expect(() => requireUsableUrl(`${URL}?sslmode=verify-ca&sslrootcert=${folder}/none`)).toThrow(
      'must name files that can be read',
    );
  });

  it('of another form is refused with the form that it must have', () => {
    expect(() => requireUsableUrl(URL)).not.toThrow();
    expect(() => requireUsableUrl('postgres://host:port/db')).toThrow('must be of the form postgres://');
  });
});
