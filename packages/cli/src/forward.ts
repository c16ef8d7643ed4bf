import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import type { Event } from '@tempshare/sdk/types';
import { signPayload } from '@tempshare/sdk/webhooks/sign';

/** Outcome of one attempt to hand an event on. */
export interface Outcome {
  /** `done`, or the failure that decides whether to retry. */
  result: 'done' | 'unreachable' | 'failed' | 'refused';
  /** For people: a status, an exit code or an error. */
  text: string;
}

/** Hands an event on. It is never aborted: a receiver would have the event, and nobody would note that. */
export type Forward = (event: Event) => Promise<Outcome>;

const TIMEOUT_MS = 15_000;

/** The headers that sign a body, as those of the service do. */
export async function signatureHeaders(
  secret: string,
  { id, payload, timestamp }: { id: string; payload: string; timestamp: number },
): Promise<Record<string, string>> {
  const mac = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'));
  return {
    'X-Service-Signature': await signPayload({ payload, secret, timestamp }),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${mac.update(`${id}.${timestamp}.${payload}`).digest('base64')}`,
  };
}

/** Hands events on to a URL as the service sends webhooks, each try signed anew. */
export const toUrl =
  (url: string, secret: string): Forward =>
  async (event) => {
    const body = JSON.stringify(event);
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = await signatureHeaders(secret, { id: event.id, payload: body, timestamp });
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', 'User-Agent': 'Tempshare-Webhooks/1.0' },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      const { status } = response;
      return { result: status < 300 ? 'done' : status >= 500 ? 'failed' : 'refused', text: String(status) };
    } catch (error) {
      if ((error as Error).name === 'TimeoutError')
        return { result: 'failed', text: 'no response in 15 seconds' };
      return { result: 'unreachable', text: `no connection${causeOf(error)}` };
    }
  };

function causeOf(error: unknown): string {
  const { code } = Object((error as Error).cause) as { code?: unknown };
  return typeof code === 'string' ? ` (${code})` : '';
}

/** Hands events on to a command of the shell: the body on its standard input, type and id in its environment. */
export const toCommand =
  (command: string, env: Readonly<Record<string, string | undefined>>): Forward =>
  (event) =>
    new Promise((resolve, reject) => {
      const child = spawn(command, {
        shell: true,
        stdio: ['pipe', 'inherit', 'inherit'],
        env: { ...env, TEMPSHARE_EVENT_ID: event.id, TEMPSHARE_EVENT_TYPE: event.type },
      });
      child.on('error', reject).on('exit', (code, killed) => {
        resolve({ result: code === 0 ? 'done' : 'failed', text: `exit ${code ?? killed}` });
      });
      child.stdin.on('error', () => undefined).end(JSON.stringify(event));
    });
