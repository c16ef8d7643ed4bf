/** The code that the page of a webhook endpoint shows, as it is run. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { unwrapWebhook } from '@tempshare/sdk/webhooks';
import { signPayload } from '@tempshare/sdk/webhooks/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SNIPPETS } from '../../packages/web/src/panel/pages/verify-snippets.ts';
import { startReceiver } from '../support/webhooks/receiver.ts';

describe('the code that verifies', () => {
  const secret = 'whsec_b2YgdGhlIHRlc3Q=';
  const body = '{"id":"evt_1","type":"secret.consumed","data":{"object":{"ä":1}}}';
  const run = promisify(execFile);
  const sign = (timestamp: number, key = secret) => signPayload({ payload: body, secret: key, timestamp });
  /** Signatures, and whether they are right now. */
  async function signatures(): Promise<[signature: string, isRight: boolean][]> {
    const now = Math.floor(Date.now() / 1000);
    return [
      [await sign(now), true],
      [await sign(now - 400), false],
      [await sign(now + 400), false],
      [await sign(now, 'whsec_other'), false],
      ['', false],
      ['t=x,v1=ä', false],
      ['v1=00', false],
    ];
  }

  it('in TypeScript takes what the service signs, and throws at all else', async () => {
    const [, name, module] = /^import \{ (\w+) \} from '([^']+)';$/m.exec(SNIPPETS.TypeScript)!;
    const imported = ((await import(module!)) as Record<string, unknown>)[name!];
    const code = SNIPPETS.TypeScript.replace(/^import .*$/m, '');
    const AsyncFunction = (async () => undefined).constructor as new (
      ...text: string[]
    ) => (...values: unknown[]) => Promise<void>;
    const program = new AsyncFunction(name!, 'body', 'request', 'process', 'console', code);
    const env = { SERVICE_WEBHOOK_SECRET: secret };
    for (const [signature, isRight] of await signatures()) {
      const shown: unknown[] = [];
      const headers = { 'x-service-signature': signature };
      const log = (...texts: unknown[]) => shown.push(...texts);
      const done = program(imported, body, { headers }, { env }, { log }).then(
        () => true,
        () => false,
      );
      expect([signature, await done, shown.length > 0]).toEqual([signature, isRight, isRight]);
    }
  });

  it('in Python takes what the service signs, and nothing else', async () => {
    const cases = await signatures();
    const program = `${SNIPPETS.Python}
import json, sys
for signature in json.loads(sys.argv[2]): print(verify(sys.argv[1].encode(), signature))`;
    const sent = JSON.stringify(cases.map(([signature]) => signature));
    const env = { ...process.env, SERVICE_WEBHOOK_SECRET: secret, PYTHONUTF8: '1' };
    const { stdout } = await run('python3', ['-c', program, body, sent], { env });
    expect(stdout.trim().split('\n')).toEqual(cases.map(([, ok]) => (ok ? 'True' : 'False')));
  });

  it('for curl sends a webhook that the SDK verifies', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const env = { ...process.env, SERVICE_WEBHOOK_SECRET: secret, RECEIVER: receiver.url };
    await run('sh', ['-c', SNIPPETS.curl], { env });
    const { body: sent, headers } = receiver.received[0]!;
    const event = await unwrapWebhook(sent, headers, { secret });
    expect(event.type).toBe('transfer.created');
  });
});
