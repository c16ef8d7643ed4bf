import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { type Logger, type Tempshare, TempshareError } from '@tempshare/sdk';
import type { Config } from './config.ts';
import { explain } from './failure.ts';
import { progressOf, type Progress } from './progress.ts';
import { ToolError } from './tool-error.ts';

/** What a tool works with. */
export interface ToolCall {
  readonly client: Tempshare;
  readonly config: Config;
  readonly progress: Progress;
  /** Aborts when the host cancels the call, and when it goes away. */
  readonly signal: AbortSignal;
  /** Keeps a value out of whatever this call may say of a failure; gives it back. */
  readonly withhold: <T extends string | undefined>(value: T) => T;
}

/** The answer for programs, and the same in words for a model. */
export interface Answer {
  data: object;
  sentence: string;
}

/** Makes a tool's work a handler that answers, or says what went wrong. */
export function toolHandler<T>(
  config: Config,
  logger: Logger,
  work: (args: T, call: ToolCall) => Promise<Answer>,
): (args: T, ctx: ServerContext) => Promise<CallToolResult> {
  return async (args, ctx) => {
    const shared: string[] = [];
    const progress = progressOf(ctx);
    try {
      const { data, sentence } = await work(args, {
        client: clientOf(config),
        config,
        progress,
        signal: ctx.mcpReq.signal,
        withhold(value) {
          if (value) shared.push(value);
          return value;
        },
      });
      await progress.told();
      return { content: [{ type: 'text', text: sentence }], structuredContent: { ...data } };
    } catch (error) {
      if (!(error instanceof ToolError || error instanceof TempshareError))
        logger.error(`tempshare-mcp: a tool failed with ${kindOf(error)}`);
      return { isError: true, content: [{ type: 'text', text: explain(error, shared) }] };
    }
  };
}

function clientOf({ client, complaints }: Config): Tempshare {
  if (client) return client;
  throw new ToolError(
    `The tool server is not configured. ${complaints.join(' ')} Do not call again: the operator must put this into the configuration of the tool server and restart it.`,
  );
}

/** The kind of an error. Its message may quote what was shared. */
export const kindOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
