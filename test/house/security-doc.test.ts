import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateApiKey, isWellFormedApiKey } from '../../server/src/crypto/tokens.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8');
const line = (pattern: RegExp): string => pattern.exec(text)?.[0] ?? '';

describe('docs/security.md', () => {
  it('publishes a pattern that keys of both environments match', () => {
    const pattern = new RegExp(`^${line(/^svc_sk_\(live\|test\)_.+$/m)}$`);
    expect(generateApiKey('live')).toMatch(pattern);
    expect(generateApiKey('test')).toMatch(pattern);
  });

  it('shows a key whose checksum is right', () => {
    expect(isWellFormedApiKey(line(/^svc_sk_test_\w+$/m))).toBe(true);
  });
});
