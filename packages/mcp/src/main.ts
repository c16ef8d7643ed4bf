#!/usr/bin/env node
import { Console } from 'node:console';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { readConfig, readLogLevel } from './config.ts';
import { MessageLines } from './stdio-framing.ts';
import { createLogger } from './logger.ts';
import { createToolServer } from './server.ts';
import { kindOf } from './tool.ts';

// Nothing but the protocol may go to stdout, whoever writes.
globalThis.console = new Console(process.stderr);
// A host may close its end and go on: what is logged then is lost, and nothing else.
process.stderr.on('error', () => undefined);
const logger = createLogger(process.stderr, readLogLevel(process.env).level);

// Node.js would print the message and the stack, which may quote what was shared.
process.on('uncaughtException', (error) => {
  logger.error(`tempshare-mcp: ended by ${kindOf(error)}`);
  process.exit(1);
});

const config = readConfig(process.env, logger);
for (const complaint of config.complaints) logger.error(`tempshare-mcp: ${complaint}`);
/** Bytes: a text of 1,000,000 characters takes 12 of them for each when it is written with escapes. */
const LONGEST_MESSAGE = 16_777_216;
const lines = new MessageLines(LONGEST_MESSAGE, (refusal) => {
  logger.warn(`tempshare-mcp: a line was not handled: ${refusal.error.message}`);
  process.stdout.write(`${JSON.stringify(refusal)}\n`);
});
process.stdin.on('error', (error) => lines.destroy(error)).pipe(lines);
serveStdio(() => createToolServer(config, logger), {
  transport: new StdioServerTransport(lines, process.stdout, { maxBufferSize: 2 * LONGEST_MESSAGE }),
  onerror: (error) => logger.warn(`tempshare-mcp: a message could not be handled (${kindOf(error)})`),
});
