import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { type Logger, type Tempshare, TempshareError } from '@tempshare/sdk';
import type { Config } from './config.ts';
import { openDeadline } from './deadline.ts';
import { explain, tooLate, type Circumstances } from './failure.ts';
import { progressOf, type Progress } from './progress.ts';
import { ToolError } from './tool-error.ts';
import { hideOwnKey } from './values/own-key.ts';

/** What a tool works with. */
export interface ToolCall {
  readonly client: Tempshare;
  readonly config: Config;
  readonly progress: Progress;
  /** Aborts when the host cancels the call, when it goes away, and when the call takes too long. */
  readonly signal: AbortSignal;
  /** Keeps a value out of whatever this call may say of a failure; gives it back. */
  readonly withhold: <T extends string | undefined>(value: T) => T;
}

/** The answer for programs, and the same in words for a model. */
export interface Answer {
  data: object;
  sentence: string;
}

/** Milliseconds for a call in which no upload gets on: agent hosts give up after a minute, and then tell nothing. */
const LONGEST_CALL = 45_000;

/** The arguments that name a place of this machine. */
const PLACES = ['fromFile', 'fromEnv', 'passwordFromEnv'];

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
    const progress = progressOf(ctx, () => deadline.extend());
    try {
      const { data, sentence } = await work(args, {
        client: clientOf(config),
        config,
        progress,
        signal: AbortSignal.any([ctx.mcpReq.signal, deadline.signal]),
        withhold(value) {
          if (value) shared.push(value);
          return value;
        },
      });
      await progress.told();
      const structuredContent = hideOwnKey(config, { ...data });
      return { content: [text(config, sentence)], structuredContent };
    } catch (error) {
      if (!(error instanceof ToolError || error instanceof TempshareError))
        logger.error(`tempshare-mcp: a tool failed with ${kindOf(error)}`);
      const fromMachine = PLACES.some((name) => Object.hasOwn(args, name));
      const circumstances = { shared, fromMachine, reads, names };
      const told = deadline.signal.aborted
        ? tooLate(LONGEST_CALL, circumstances)
        : explain(error, circumstances);
      return { isError: true, content: [text(config, told)] };
    } finally {
      deadline.close();
    }
  };
}

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
