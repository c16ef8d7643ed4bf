import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { type Logger, type Tempshare, TempshareError } from '@tempshare/sdk';
import type { Config } from './config.ts';
import { errorMessage, timeoutMessage, type FailureContext } from './error-messages.ts';
import { startIdleTimeout, type IdleTimeout } from './idle-timeout.ts';
import { progressOf, type Progress } from './progress.ts';
import { createSemaphore } from './semaphore.ts';
import { ToolError } from './tool-error.ts';
import { redactApiKey } from './values/api-key.ts';

/** The context of a tool's call. */
export interface ToolContext {
  readonly client: Tempshare;
  readonly config: Config;
  readonly progress: Progress;
  /** Aborts when the host cancels the call or goes away, and on timeout. */
  readonly signal: AbortSignal;
  /** The values of this machine that the service could read: redacted from the results of this call. */
  readonly exposed: string[];
  /** Runs the part of a call that uploads a file, of which few may run at a time. */
  readonly withUploadSlot: <T>(upload: () => Promise<T>) => Promise<T>;
}

/** The result for programs, and the same as text for a model. */
export interface ToolResult {
  data: object;
  text: string;
}

/** Milliseconds without progress of an upload: agent hosts give up after a minute, and then report nothing. */
const IDLE_TIMEOUT = 45_000;

/** Files in memory at a time: each takes several times its size. */
const MAX_UPLOADS = 3;

const BUSY =
  'Other uploads are still under way, and this one has had no turn within 45 seconds. Nothing was sent. Call again when the others are done.';

const uploads = createSemaphore(MAX_UPLOADS);

interface ToolSettings extends Pick<FailureContext, 'readOnly' | 'fields'> {
  config: Config;
  logger: Logger;
}

/** Makes the handler of a tool, which returns its result or an error message. */
export function toolHandler<T extends object>(
  { config, logger, readOnly, fields }: ToolSettings,
  run: (args: T, context: ToolContext) => Promise<ToolResult>,
): (args: T, ctx: ServerContext) => Promise<CallToolResult> {
  return async (args, ctx) => {
    const exposed: string[] = [];
    const timeout = startIdleTimeout(IDLE_TIMEOUT);
    const signal = AbortSignal.any([ctx.mcpReq.signal, timeout.signal]);
    const progress = progressOf(ctx, () => timeout.reset());
    const slot: UploadSlot = { signal, timeout, pending: false };
    try {
      const context: ToolContext = {
        client: clientOf(config),
        config,
        progress,
        signal,
        exposed,
        withUploadSlot: (upload) => withUploadSlot(upload, slot),
      };
      // Not everything ends with the signal: reading a file of a network disk that hangs, say.
      const { data, text } = await Promise.race([run(args, context), rejectOnAbort(signal)]);
      await progress.flush();
      return { content: [textContent(config, text)], structuredContent: redactApiKey(config, { ...data }) };
    } catch (error) {
      const timedOut = timeout.signal.aborted;
      if (!(timedOut || signal.aborted || error instanceof ToolError || error instanceof TempshareError))
        logger.error(`tempshare-mcp: a tool failed with ${errorName(error)}`);
      const context = { exposed, readOnly, fields, args: args as FailureContext['args'] };
      const onTimeout = slot.pending ? BUSY : timeoutMessage(IDLE_TIMEOUT, context);
      const message = timedOut ? onTimeout : errorMessage(error, context);
      return { isError: true, content: [textContent(config, message)] };
    } finally {
      timeout.stop();
    }
  };
}

interface UploadSlot {
  signal: AbortSignal;
  timeout: IdleTimeout;
  /** Whether the call waits for its slot. */
  pending: boolean;
}

async function withUploadSlot<T>(upload: () => Promise<T>, slot: UploadSlot): Promise<T> {
  slot.pending = true;
  const release = await uploads.acquire(slot.signal);
  slot.pending = false;
  slot.timeout.reset();
  // Work that continues after the call, such as reading a file that hangs, holds no slot.
  return Promise.race([upload(), rejectOnAbort(slot.signal)]).finally(release);
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });

const textContent = (config: Config, text: string) => ({
  type: 'text' as const,
  ...redactApiKey(config, { text }),
});

function clientOf({ client, problems }: Config): Tempshare {
  if (client) return client;
  throw new ToolError(
    `The tool server is not configured. ${problems.join(' ')} Do not call again: the operator must put this into the configuration of the tool server and restart it.`,
  );
}

/** The name of an error alone, since its message may quote what was shared. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
