import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@tempshare/contract';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ConfigError, documentedVariables, readConfig } from '../../server/src/config.ts';

const SOURCES = join(import.meta.dirname, '../../server/src');

/** The members that a source reads, as `config.PORT` or `const { PORT } = config`. */
function membersNamedIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(SOURCES, file), 'utf8'), ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) found.push(node.name.text);
    if (ts.isBindingElement(node)) found.push((node.propertyName ?? node.name).getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const CERTIFICATE = '-----BEGIN CERTIFICATE-----';

describe('the configuration', () => {
  it('is documented in one table, variable by variable', () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8');
    const cells = text.split('\n').flatMap((line) => {
      const [, name, fallback, description] = /^\| `(\w+)` +\| (?:`(.*?)`)? *\| (.*?) *\|$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, default: fallback, description }];
    });
    expect(cells).toEqual(documentedVariables);
  });

  it('is read: the server uses each variable', () => {
    // The report of a start tells of settings, and does nothing by them.
    const unread = new Set(['config.ts', 'start/report.ts', ...globSync('settings/*.ts', { cwd: SOURCES })]);
    const sources = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !unread.has(file));
    const read = new Set(sources.flatMap(membersNamedIn));
    expect(documentedVariables.map(({ name }) => name).filter((name) => !read.has(name))).toEqual([]);
  });

  it('has a usable default for everything outside production', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      RATE_LIMIT_KEY: limits.rateLimit.key,
      RATE_LIMIT_ANONYMOUS: limits.rateLimit.anonymous,
    });
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['APP_URL', 'example.com'],
    ['APP_URL', 'ftp://example.com'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'postgres://x/y?sslmode=prefer'],
    ['DATABASE_URL', 'postgres://one:5432,two:5432/y'],
    ['DATABASE_URL', 'postgres://x/y?host=one,two'],
    ['DATABASE_CA', 'not a certificate'],
    ['DATABASE_POOL_SIZE', '1'],
    ['ENCRYPTION_KEYS', 'c2hvcnQ='],
    ['RATE_LIMIT_KEY', '0'],
    ['RATE_LIMIT_ANONYMOUS', '-1'],
    ['MAX_LIFETIME', '2d'],
    ['OFFERED_LIFETIMES', '30s'],
    ['OFFERED_LIFETIMES', '1h,,3d'],
    ['OFFERED_LIFETIMES', '3651d'],
    ['DEFAULT_EXPIRATION', '2w'],
    ['ALLOW_ANONYMOUS_CREATE', 'yes'],
    ['ANONYMOUS_MAX_LIFETIME', 'forever'],
    ['RATE_LIMIT_ANONYMOUS_CREATE', '0'],
    ['ANONYMOUS_MAX_BYTES_PER_ITEM', '1 MB'],
    ['ANONYMOUS_MAX_BYTES_TOTAL', '0'],
    ['DEFAULT_EXPIRATION', '3d'],
    ['READING_REPLAY_SECONDS', '601'],
    ['MAX_ITEMS_PER_DROP', '0'],
    ['MAX_ITEMS_PER_REQUEST', '51'],
    ['MAX_BYTES_PER_DROP', '1 GB'],
    ['MAX_BYTES_PER_KEY', '0MiB'],
    ['MAX_BYTES_TOTAL', '99999999TiB'],
    ['DEFAULT_LOCALE', 'xx'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'staging'],
    ['TRUST_PROXY', '99'],
    ['TRUST_PROXY', 'everyone'],
    ['OIDC_ISSUER', 'http://id.example'],
    ['OIDC_SCOPES', 'profile email'],
    ['OIDC_ROLES', 'crew'],
    ['OIDC_ROLES', 'staff=king'],
    ['OIDC_ROLES', '*=owner;'],
    ['OIDC_ROLES', 'a=member; a=admin'],
    ['OIDC_ONLY', 'yes'],
    ['S3_BUCKET', 'my files'],
    ['S3_BUCKET', 'files/here'],
    ['S3_ENDPOINT', 'localhost:9000'],
    ['S3_PREFIX', '/files'],
    ['S3_FORCE_PATH_STYLE', 'yes'],
  ])('names %s when it is %s, without repeating the value', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^The configuration is not valid\\.\\n {2}${name} `));
    if (value.length > 3) expect(read).not.toThrow(value);
  });

  it.each([
    ['1073741824', 1_073_741_824],
    ['512KiB', 524_288],
    ['3 MiB', 3_145_728],
    ['2TiB', 2_199_023_255_552],
  ])('reads %s as a number of bytes', (text, bytes) => {
    expect(readConfig({ MAX_BYTES_TOTAL: text }).MAX_BYTES_TOTAL).toBe(bytes);
  });

  it('names every wrong variable at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT .*\n {2}LOG_LEVEL /);
  });

  it.each([
    [
      { ALLOW_ANONYMOUS_CREATE: 'true', ANONYMOUS_MAX_BYTES_TOTAL: '80MiB' },
      'ANONYMOUS_MAX_BYTES_TOTAL must be above 8 times ANONYMOUS_MAX_BYTES_PER_ITEM, with a third to spare.',
    ],
    [
      { ALLOW_ANONYMOUS_CREATE: 'true', MAX_BYTES_TOTAL: '1GiB' },
      'ANONYMOUS_MAX_BYTES_TOTAL must be below MAX_BYTES_TOTAL, or strangers could take all of it.',
    ],
    [{ S3_ENDPOINT: 'http://localhost:9000' }, 'S3_BUCKET is needed, since S3_ENDPOINT is given.'],
    [{ S3_SECRET_ACCESS_KEY: 'x' }, 'S3_BUCKET is needed, since S3_SECRET_ACCESS_KEY is given.'],
    [
      { S3_BUCKET: 'a', S3_ACCESS_KEY_ID: 'x' },
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed together.',
    ],
    [{ OIDC_ONLY: 'true' }, 'OIDC_ISSUER is needed, since OIDC_ONLY is given.'],
    [
      { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x' },
      'OIDC_ROLES is needed, since OIDC_ISSUER is given.',
    ],
    [
      {
        ...{ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x' },
        OIDC_ROLES: 'a=admin',
        OIDC_ONLY: 'true',
      },
      'OIDC_ROLES must name a group of owners, since OIDC_ONLY is given.',
    ],
    [{ DATABASE_CA: CERTIFICATE }, 'DATABASE_URL is needed, since DATABASE_CA is given.'],
    [
      { DATABASE_CA: CERTIFICATE, DATABASE_URL: 'postgres://x/y?sslmode=disable' },
      'DATABASE_CA means nothing with sslmode=disable.',
    ],
  ])('refuses %j, which do not belong together', (settings, problem) => {
    expect(() => readConfig(settings)).toThrow(new ConfigError([problem]));
  });

  it('demands keys and the public address in production', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
      /APP_URL is needed in production.*\n.*ENCRYPTION_KEYS is needed in production/,
    );
  });
});
