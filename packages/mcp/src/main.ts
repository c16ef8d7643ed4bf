#!/usr/bin/env node
import { Console } from 'node:console';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { readConfig, readLogLevel } from './config.ts';
import { MessageFraming } from './stdio-framing.ts';
import { createLogger } from './logger.ts';
import { createToolServer } from './server.ts';
import { errorName } from './tool.ts';

// Nothing but the protocol may go to stdout, whoever writes.
globalThis.console = new Console(process.stderr);
// A host may close its end and go on: only the log is lost then.
process.stderr.on('error', () => undefined);
const logger = createLogger(process.stderr, readLogLevel(process.env).level);

// Node.js would print the message and the stack, which may quote what was shared.
process.on('uncaughtException', (error) => {
  logger.error(`tempshare-mcp: ended by ${errorName(error)}`);
  process.exit(1);
});

const config = readConfig(process.env, logger);
for (const problem of config.problems) logger.error(`tempshare-mcp: ${problem}`);
/** Bytes: the longest text takes 12 for each character when it is written with escapes. */
const MAX_MESSAGE_BYTES = 16_777_216;
const messages = new MessageFraming(MAX_MESSAGE_BYTES, (response) => {
  logger.warn(`tempshare-mcp: a line was not handled: ${response.error.message}`);
  process.stdout.write(`${JSON.stringify(response)}\n`);
});
process.stdin.on('error', (error) => messages.destroy(error)).pipe(messages);
serveStdio(() => createToolServer(config, logger), {
  transport: new StdioServerTransport(messages, process.stdout, { maxBufferSize: 2 * MAX_MESSAGE_BYTES }),
  onerror: (error) => logger.warn(`tempshare-mcp: a message could not be handled (${errorName(error)})`),
});
