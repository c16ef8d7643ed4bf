import { stripTypeScriptTypes } from 'node:module';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeBlocks, markdown, section } from '../../../test/support/docs/readme-blocks.ts';
import { signPayload } from '../src/webhooks/testing.ts';

interface LambdaEvent {
  body?: string;
  headers: Record<string, string | undefined>;
  isBase64Encoded: boolean;
}
type Handler = (event: LambdaEvent) => Promise<{ statusCode: number }>;

const secret = 'whsec_of_the_recipe';
const file = join(import.meta.dirname, 'lambda-recipe.copy.js');
let handler: Handler;

beforeAll(async () => {
  vi.stubEnv('SERVICE_WEBHOOK_SECRET', secret);
  const blocks = codeBlocks(section(markdown('docs/webhooks.md'), 'Receiving with the SDK'), 'ts');
  const recipe = blocks.filter((block) => block.includes('isBase64Encoded'));
  expect(recipe).toHaveLength(1);
  await writeFile(file, stripTypeScriptTypes(recipe[0]!));
  ({ handler } = (await import(file)) as { handler: Handler });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(file, { force: true });
});

const payload = JSON.stringify({
  id: 'evt_1',
  type: 'secret.consumed',
  data: { object: { secretId: 'naïve' } },
});

/** An event as API Gateway makes it of a webhook. */
async function eventOf(isBase64Encoded: boolean, body = payload): Promise<LambdaEvent> {
  const signature = await signPayload({ payload, secret, timestamp: Math.floor(Date.now() / 1000) });
  return {
    body: isBase64Encoded ? Buffer.from(body).toString('base64') : body,
    headers: { 'content-type': 'application/json', 'x-service-signature': signature },
    isBase64Encoded,
  };
}

it.for([true, false])('the recipe for Lambda verifies a body (base64: %s)', async (isBase64Encoded) => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  expect(await handler(await eventOf(isBase64Encoded))).toEqual({ statusCode: 204 });
  expect(log).toHaveBeenCalledWith('naïve');
  log.mockRestore();
});

it.for([
  ['that was changed', async () => eventOf(true, payload.replace('evt_1', 'evt_2'))],
  ['whose encoding is not said', async () => ({ ...(await eventOf(true)), isBase64Encoded: false })],
  ['that is missing', async () => ({ headers: (await eventOf(true)).headers, isBase64Encoded: false })],
] as const)('the recipe for Lambda refuses a body %s', async ([, make]) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  expect(await handler(await make())).toEqual({ statusCode: 400 });
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});
