import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { type Logger, type Tempshare, TempshareError } from '@tempshare/sdk';
import type { Config } from './config.ts';
import { openDeadline, type Deadline } from './deadline.ts';
import { explain, tooLate, type Circumstances } from './error-messages.ts';
import { progressOf, type Progress } from './progress.ts';
import { ToolError } from './tool-error.ts';
import { openGate } from './semaphore.ts';
import { hideOwnKey } from './values/api-key.ts';

/** What a tool works with. */
export interface ToolCall {
  readonly client: Tempshare;
  readonly config: Config;
  readonly progress: Progress;
  /** Aborts when the host cancels the call, when it goes away, and when the call takes too long. */
  readonly signal: AbortSignal;
  /** What the service could read of the values of this machine. Kept out of whatever this call says. */
  readonly shared: string[];
  /** Does a part of the call that only few calls may do at a time. */
  readonly inTurn: <T>(part: () => Promise<T>) => Promise<T>;
}

/** The answer for programs, and the same in words for a model. */
export interface Answer {
  data: object;
  sentence: string;
}

/** Milliseconds for a call in which no upload gets on: agent hosts give up after a minute, and then tell nothing. */
const LONGEST_CALL = 45_000;

const BUSY =
  'Other uploads are still under way, and this one has had no turn within 45 seconds. Nothing was sent. Call again when the others are done.';

const uploads = openGate();

/** Makes a tool's work a handler that answers, or says what went wrong. */
export function toolHandler<T extends object>(
  config: Config,
  logger: Logger,
  { reads, names }: Pick<Circumstances, 'reads' | 'names'>,
  work: (args: T, call: ToolCall) => Promise<Answer>,
): (args: T, ctx: ServerContext) => Promise<CallToolResult> {
  return async (args, ctx) => {
    const shared: string[] = [];
    const deadline = openDeadline(LONGEST_CALL);
    const signal = AbortSignal.any([ctx.mcpReq.signal, deadline.signal]);
    const progress = progressOf(ctx, () => deadline.extend());
    const turn: Turn = { signal, deadline, awaited: false };
    try {
      const call: ToolCall = {
        client: clientOf(config),
        config,
        progress,
        signal,
        shared,
        inTurn: (part) => inTurn(part, turn),
      };
      // Not everything ends with the signal: reading a file of a network disk that hangs, say.
      const { data, sentence } = await Promise.race([work(args, call), ending(signal)]);
      await progress.told();
      const structuredContent = hideOwnKey(config, { ...data });
      return { content: [text(config, sentence)], structuredContent };
    } catch (error) {
      const late = deadline.signal.aborted;
      if (!(late || signal.aborted || error instanceof ToolError || error instanceof TempshareError))
        logger.error(`tempshare-mcp: a tool failed with ${kindOf(error)}`);
      const circumstances = { shared, reads, names, given: args as Circumstances['given'] };
      const ended = turn.awaited ? BUSY : tooLate(LONGEST_CALL, circumstances);
      const told = late ? ended : explain(error, circumstances);
      return { isError: true, content: [text(config, told)] };
    } finally {
      deadline.close();
    }
  };
}

/** A call's turn to upload. */
interface Turn {
  signal: AbortSignal;
  deadline: Deadline;
  /** Whether it has asked for its turn and not got it. */
  awaited: boolean;
}

async function inTurn<T>(part: () => Promise<T>, turn: Turn): Promise<T> {
  turn.awaited = true;
  const leave = await uploads.enter(turn.signal);
  turn.awaited = false;
  turn.deadline.extend();
  // What goes on after the call has ended, such as reading a file that hangs, holds no place.
  return Promise.race([part(), ending(turn.signal)]).finally(leave);
}

/** Rejects when a signal aborts. */
const ending = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(signal.reason as Error);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });

const text = (config: Config, said: string) => ({
  type: 'text' as const,
  ...hideOwnKey(config, { text: said }),
});

function clientOf({ client, complaints }: Config): Tempshare {
  if (client) return client;
  throw new ToolError(
    `The tool server is not configured. ${complaints.join(' ')} Do not call again: the operator must put this into the configuration of the tool server and restart it.`,
  );
}

/** The kind of an error. Its message may quote what was shared. */
export const kindOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
