import { readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { withRequire } from './commonjs.ts';
import { absence, RUNTIMES } from './runtimes.ts';
import { startService } from './service.ts';

const app = inject('app');

describe('the package, installed from its tarball, calls the service, verifies webhooks and seals', () => {
  beforeAll(async () => {
    const program = await readFile(join(import.meta.dirname, 'consumer/program.ts'), 'utf8');
    const script = stripTypeScriptTypes(program);
    await writeFile(join(app, 'program.js'), script);
    await writeFile(join(app, 'main.js'), `import { run } from './program.js';\n${MAIN}`);
    await writeFile(join(app, 'program.cjs'), withRequire(script));
    await writeFile(join(app, 'main.cjs'), `const { run } = require('./program.cjs');\n${MAIN}`);
  });

  it.for(RUNTIMES)('on $name', async (runtime, { skip }) => {
    const reason = absence(runtime);
    if (reason !== undefined) skip(reason);
    const { baseUrl, seen } = await startService();

    expect(await runtime.run(app, baseUrl)).toEqual({
      secretId: 'sec_packed',
      requestId: 'req_2',
      attempts: 2,
      missing: 'not_found',
      event: 'secret.consumed',
      refused: 'signature_mismatch',
      secret: 'sealed',
      once: true,
      fileName: 'sevens.bin',
      sevens: 1_500_000,
    });

    const requests = seen.map(({ method, path, body }) => [method, path, body]);
    const body = '{"secret":"hunter2","expiration":"1h","encryption":"server"}';
    const create = ['POST', '/api/v1/secrets', body];
    expect(requests).toEqual([create, create, ['GET', '/api/v1/secrets/none', '']]);
    const [first, second] = seen as [(typeof seen)[0], (typeof seen)[0]];
    expect(first.headers['idempotency-key']).toMatch(/^[\w+/]{24}$/);
    expect(second.headers['idempotency-key']).toBe(first.headers['idempotency-key']);
    expect(second.headers['x-retry-count']).toBe('1');
    const keys = new Set(seen.map(({ headers }) => headers.authorization));
    expect([...keys]).toEqual(['Bearer svc_sk_test_packed']);
    const browser = runtime.name === 'Chromium';
    for (const { headers } of seen)
      expect(headers['user-agent']?.startsWith('tempshare-sdk/')).toBe(!browser);
  });
});

const MAIN = 'run(process.argv[2]).then((result) => console.log(JSON.stringify(result)));\n';
