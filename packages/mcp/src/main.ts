#!/usr/bin/env node
import { Console } from 'node:console';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { readConfig } from './config.ts';
import { createLogger } from './logger.ts';
import { createToolServer } from './server.ts';
import { kindOf } from './tool.ts';

// Nothing but the protocol may go to stdout, whoever writes.
globalThis.console = new Console(process.stderr);
const logger = createLogger(process.stderr);

// Node.js would print the message and the stack, which may quote what was shared.
process.on('uncaughtException', (error) => {
  logger.error(`tempshare-mcp: ended by ${kindOf(error)}`);
  process.exit(1);
});

const config = readConfig(process.env, logger);
for (const complaint of config.complaints) logger.error(`tempshare-mcp: ${complaint}`);
serveStdio(() => createToolServer(config, logger), {
  onerror: (error) => logger.warn(`tempshare-mcp: a message could not be handled (${kindOf(error)})`),
});
