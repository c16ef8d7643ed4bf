import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, documentedVariables, readConfig } from '../../server/src/config.ts';

describe('the configuration', () => {
  it('is documented in one table, variable by variable', () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8');
    const cells = text.split('\n').flatMap((line) => {
      const [, name, fallback, description] = /^\| `(\w+)` +\| (?:`(.*?)`)? *\| (.*?) *\|$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, default: fallback, description }];
    });
    expect(cells).toEqual(documentedVariables);
  });

  it('has a usable default for everything outside production', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      RATE_LIMIT_KEY: 120,
      RATE_LIMIT_ANONYMOUS: 20,
    });
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['APP_URL', 'example.com'],
    ['APP_URL', 'ftp://example.com'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_POOL_SIZE', '1'],
    ['ENCRYPTION_KEYS', 'c2hvcnQ='],
    ['RATE_LIMIT_KEY', '0'],
    ['RATE_LIMIT_ANONYMOUS', '-1'],
    ['MAX_LIFETIME', '2d'],
    ['DEFAULT_LOCALE', 'xx'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'staging'],
    ['TRUST_PROXY', '99'],
    ['TRUST_PROXY', 'everyone'],
  ])('names %s when it is %s, without repeating the value', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^The configuration is not valid\\.\\n {2}${name} `));
    if (value.length > 3) expect(read).not.toThrow(new RegExp(value));
  });

  it('names every wrong variable at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT .*\n {2}LOG_LEVEL /);
  });

  it('demands keys in production', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/ENCRYPTION_KEYS is needed in production/);
  });
});
