import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mask } from '../src/mask.ts';
import { findWithSecretlint } from '../src/secretlint.ts';
import { formTable } from './mask-corpus/form-table.ts';
import { foreignCases, foreignLines, isHeldBack, type ForeignCase } from './mask-corpus/foreign.ts';
import { leak, markless } from './mask-corpus/leak.ts';
import { lookAlikes } from './mask-corpus/look-alikes.ts';
import { positives, type Positive } from './mask-corpus/positives.ts';
import { PROVIDER_NAMES } from './mask-corpus/provider-names.ts';
import { expectForms, expectSameAgain } from './mask-sizes.ts';

it('masks what is secret and leaves no piece of it', async () => {
  expect(positives.length).toBeGreaterThanOrEqual(300);
  expect(new Set(positives.map(({ name }) => name)).size).toBeGreaterThanOrEqual(40);
  const missed: Positive[] = [];
  for (const positive of positives) {
    const { text } = await mask(positive.text);
    if (leak(markless(text), positive.secrets) !== undefined) missed.push(positive);
  }
  const recall = 1 - missed.length / positives.length;
  console.log(
    `recall ${(100 * recall).toFixed(2)} % of ${positives.length}`,
    missed.map(({ name, text }) => `${name}: ${text}`),
  );
  expect(recall).toBeGreaterThanOrEqual(0.98);
});

/** The least share that is masked, in the half that is looked at and in the half that is not. */
const LEAST: Record<string, number> = {
  'private keys': 0.99,
  'by name': 0.99,
  'by provider': 0.99,
  'by form': 0.98,
  'in context': 0.95,
};
const classOf = ({ group }: ForeignCase): string => (group in LEAST ? group : 'in context');

it.each(Object.entries(LEAST))('masks foreign texts: %s', async (name, least) => {
  const share = async (cases: ForeignCase[]): Promise<number> => {
    let masked = 0;
    for (const { text, secrets } of cases)
      if (leak(markless((await mask(text)).text), secrets) === undefined) masked++;
    return masked / cases.length;
  };
  const cases = foreignCases.filter((one) => classOf(one) === name);
  expect(await share(cases.filter((one) => !isHeldBack(one)))).toBeGreaterThanOrEqual(least);
  expect(await share(cases.filter(isHeldBack))).toBeGreaterThanOrEqual(least);
});

it.each(Object.keys(foreignLines))('leaves everyday lines of %s', async (program) => {
  const lines = foreignLines[program] as string[];
  const masked = (await mask(lines.join('\n'))).text.split('\n');
  expect(lines.filter((line, i) => line !== masked[i])).toEqual([]);
});

it.each(['uploads', 'downloads'])('masks URLs of the service for %s', async (kind) => {
  const { text } = await mask(`GET https://share.example/api/v1/public/${kind}/Zk3xT9wQ2mLrVb7c 200`);
  expect(text).toBe(`GET https://share.example/api/v1/public/${kind}/[masked:capability-url] 200`);
});

it('masks a secret of 16 characters wherever it is repeated', async () => {
  const { text } = await mask('password=hT7kQ2mLrVb9cXw4\nretrying with hT7kQ2mLrVb9cXw4 now');
  expect(text).toBe('password=[masked:password]\nretrying with [masked:password] now');
});

it('puts what it found without colours back into the coloured text', async () => {
  expect((await mask('a\u001b[1m\u001b[36mpassword\u001b[0m=\u001b[33mhunter2!\u001b[0m b')).text).toBe(
    'a\u001b[1m\u001b[36mpassword\u001b[0m=\u001b[33m[masked:password]\u001b[0m b',
  );
});

it('knows tokens of every form, and leaves nothing of them around the mark', () => expectForms(1));

it('documents every form', () => {
  const page = readFileSync(new URL('../../../docs/masking.md', import.meta.url), 'utf8');
  expect(page).toContain(formTable());
  expect(page).toContain(`keys of ${PROVIDER_NAMES.length} providers`);
});

it('leaves what only looks like a secret', async () => {
  expect(lookAlikes.length).toBeGreaterThanOrEqual(300);
  const altered: string[] = [];
  for (const text of lookAlikes) {
    const result = await mask(text);
    if (result.text !== text) altered.push(`${text} → ${result.text}`);
    else expect(result.masked).toEqual({});
  }
  const rate = altered.length / lookAlikes.length;
  console.log(`false positives ${(100 * rate).toFixed(2)} % of ${lookAlikes.length}`, altered);
  expect(rate).toBeLessThanOrEqual(0.02);
});

it('finds the same in one long text as in many short ones', async () => {
  const text = positives.map((positive) => positive.text).join('\n\n');
  const result = await mask(text);
  const missed = positives.filter(
    ({ secrets }) =>
      leak(
        markless(result.text),
        secrets.filter((secret) => secret.length >= 12),
      ) !== undefined,
  );
  expect(missed.length / positives.length).toBeLessThanOrEqual(0.02);
});

it('changes nothing when it masks again', async () => {
  const texts = [
    ...positives.map(({ text }) => text),
    positives.map(({ text }) => text).join('\n'),
    lookAlikes.join('\n'),
  ];
  for (const text of texts) {
    const once = await mask(text);
    expect(await mask(once.text)).toEqual({ text: once.text, masked: {} });
  }
});

it('changes nothing when it masks again, whatever the text', () => expectSameAgain(800));

it('keeps every line, its ending and the text around a secret', async () => {
  const key = [
    '-----BEGIN RSA PRIVATE ' + 'KEY-----',
    'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo',
    'YWJjZGVmZ2hpamtsbW5vcA==',
    '-----END RSA PRIVATE ' + 'KEY-----',
  ];
  expect((await mask(`Grüße 🔑\r\n${key.join('\r\n')}\r\nпароль: s3cr3t!Ж\r\nend\t\u2028x`)).text).toBe(
    'Grüße 🔑\r\n[masked:private-key]\r\n\r\n\r\n\r\nпароль: [masked:password]\r\nend\t\u2028x',
  );
});

it('counts what it masked by kind', async () => {
  const text = `Authorization: Bearer abc123def\nCookie: a=b12; sid=c3d4\nhttps://bob:hunter2@example.com/x`;
  expect(await mask(text)).toEqual({
    text: 'Authorization: Bearer [masked:authorization]\nCookie: a=[masked:cookie]; sid=[masked:cookie]\nhttps://[masked:url-credentials]@example.com/x',
    masked: { authorization: 1, cookie: 2, 'url-credentials': 1 },
  });
});

it('is not switched off by a comment in the text', async () => {
  const secret = 'sk' + '_live_' + 'a1B2c3D4e5F6g7H8i9J0k1L2';
  for (const comment of [
    '// secretlint-disable',
    '# secretlint-disable',
    '/* secretlint-disable */',
    '<!-- secretlint-disable -->',
    '// secretlint-disable-next-line',
  ]) {
    expect((await mask(`${comment}\nx ${secret}\n`)).text).toBe(`${comment}\nx [masked:stripe-key]\n`);
  }
});

it('counts from a byte order mark', async () => {
  const text = `x ${['npm', 'a1B2'.repeat(9)].join('_')}\n`;
  const [finding] = await findWithSecretlint(text);
  expect(finding).toBeDefined();
  expect(await findWithSecretlint(`\ufeff${text}`)).toEqual([
    { kind: finding?.kind, start: (finding?.start ?? 0) + 1, end: (finding?.end ?? 0) + 1 },
  ]);
});

it('masks nothing in an empty text', async () => {
  expect(await mask('')).toEqual({ text: '', masked: {} });
});
