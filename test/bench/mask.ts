/**
 * `node test/bench/mask.ts`: milliseconds to mask 1 MiB of realistic logs, and how time grows when an adversarial text
 * is twice as long; 2 is linear. Figures are medians.
 */
import { mask } from '../../server/src/features/debug-shares/mask.ts';
import { median } from './load.ts';

const MIB = 1 << 20;
const hex = (i: number, length: number): string =>
  ((i * 2654435761) >>> 0).toString(16).padStart(8, '0').repeat(8).slice(0, length);

/** Requests, JSON, stack traces, SQL; one line in twenty holds a secret. */
function logs(size: number): string {
  const lines: string[] = [];
  for (let i = 0, length = 0; length < size; i++) {
    const at = `2026-11-21T10:${String(i % 60).padStart(2, '0')}:07.${String(i % 1000).padStart(3, '0')}Z`;
    const line = [
      `${at} INFO  GET /api/v1/carts/${hex(i, 8)}-${hex(i, 4)}-4${hex(i, 3)}-a${hex(i, 3)}-${hex(i, 12)}?page=${i} 200 ${i % 90}ms`,
      `{"level":30,"time":17000000${i},"pid":4242,"reqId":"${hex(i, 12)}","msg":"request completed","statusCode":200}`,
      `${at} DEBUG [worker-${i % 8}] processed key=cart:${hex(i, 10)} in ${i % 40}ms, author=ci, passed=${i % 7}`,
      `    at Object.<anonymous> (/srv/app/node_modules/express/lib/router/index.js:${i % 900}:15)`,
      `    at async Session.authorize (file:///srv/app/src/auth/session.ts:${i % 300}:9)`,
      `${at} WARN  slow query: SELECT id, name FROM users WHERE id = ${i} AND token_type = 'bearer' LIMIT 10`,
      `commit ${hex(i, 40)} Merge branch 'main' into feature/checkout-${i}`,
      i % 140 === 6
        ? `> Authorization: Bearer ${hex(i, 32)}`
        : `> User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0`,
    ][i % 8] as string;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n').slice(0, size);
}

const repeat = (part: string) => (size: number) => part.repeat(Math.ceil(size / part.length)).slice(0, size);

const ADVERSARIAL: Record<string, (size: number) => string> = {
  'one letter': repeat('a'),
  spaces: repeat(' '),
  '=': repeat('='),
  '"': repeat('"'),
  '\\"': repeat('\\"'),
  '\\': (size) => `password="${'\\'.repeat(size)}`,
  newlines: repeat('\r\n'),
  digits: repeat('0123456789'),
  eyJ: repeat('eyJ'),
  '-eyJ': repeat('-eyJabcdefghijkl'),
  'eyJ….': repeat('eyJabcdefghijkl.'),
  '-----BEGIN': repeat('-----BEGIN RSA PRIVATE KEY-----'),
  'BEGIN, base64': repeat(`-----BEGIN PRIVATE KEY-----\n${'QUJD'.repeat(100)}\n`),
  'https://': repeat('https://'),
  'https://a:b': repeat('https://a:b'),
  '://a:': repeat('://a:bcd'),
  'password=': repeat('password='),
  'password:': repeat('password: '),
  'token:token': repeat('token:'),
  'token="': repeat('token="'),
  'token=\'token="': repeat(`token='token="`),
  'key,': repeat('key,'),
  '<token>': repeat('<token>'),
  '<token> <': (size) => `<token>${'<a>token:'.repeat(size / 9)}`,
  'name=key value': repeat('name="key" '),
  ghs_: repeat('ghs_1_a.'),
  'SG.': repeat('SG.abcdefghijklmnopqrst'),
  Bearer: repeat('Bearer '),
  'Bearer+': repeat('Bearer+'),
  'authorization:': repeat('authorization: a '),
  'mysql -p': repeat('mysql '),
  'curl -u': repeat(' -u a:b'),
  'Cookie: a=': repeat('cookie: a=b;'),
  'a=b; ': (size) => `cookie: ${'a=b;'.repeat(size / 4)}`,
  'machine login': repeat('machine a login b '),
  'kind: Secret': (size) => `kind: Secret\ndata:\n${'  a: b\n'.repeat(size / 7)}`,
  AKIA: repeat(`AKIA${'A'.repeat(16)} `),
  'deep JSON': repeat('{"token":[{"a":'),
  '%20': repeat('%20'),
  '&quot;': repeat('token=&quot;'),
};

async function time(text: string, runs: number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    await mask(text);
    times.push(performance.now() - start);
  }
  return median(times);
}

const text = logs(MIB);
await time(text, 3);
console.log(
  `1 MiB of logs: ${(await time(text, 9)).toFixed(0)} ms\n\nadversarial text, 512 KiB          ms   time(2n)/time(n)`,
);
for (const [name, make] of Object.entries(ADVERSARIAL)) {
  await time(make(MIB / 16), 1);
  const once = await time(make(MIB / 4), 3);
  const twice = await time(make(MIB / 2), 3);
  console.log(`${name.padEnd(24)} ${twice.toFixed(0).padStart(12)}   ${(twice / once).toFixed(1)}`);
}
