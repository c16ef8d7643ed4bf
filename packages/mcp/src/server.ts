import { McpServer } from '@modelcontextprotocol/server';
import type { Logger } from '@tempshare/sdk';
import manifest from '../package.json' with { type: 'json' };
import type { Config } from './config.ts';
import { contract } from './gen/tools.ts';
import { toolHandler } from './tool.ts';
import { createSecret, createSecretConfig } from './tools/create-secret.ts';
import { createTransfer, createTransferConfig } from './tools/create-transfer.ts';
import { getTransfer, getTransferConfig } from './tools/get-transfer.ts';

/** A server of the three tools, not yet connected. Calls share no state, so any number may run at once. */
export function createToolServer(config: Config, logger: Logger): McpServer {
  const server = new McpServer(
    { name: 'tempshare', title: 'Tempshare', version: manifest.version },
    { capabilities: { tools: { listChanged: false } }, instructions: instructions(config) },
  );
  server.registerTool(
    'service_create_transfer',
    createTransferConfig,
    toolHandler(
      { config, logger, ...traits('service_create_transfer', createTransferConfig) },
      createTransfer,
    ),
  );
  server.registerTool(
    'service_get_transfer',
    getTransferConfig,
    toolHandler({ config, logger, ...traits('service_get_transfer', getTransferConfig) }, getTransfer),
  );
  server.registerTool(
    'service_create_secret',
    createSecretConfig,
    toolHandler({ config, logger, ...traits('service_create_secret', createSecretConfig) }, createSecret),
  );
  return server;
}

const traits = (
  name: keyof typeof contract,
  { annotations }: { annotations: { readOnlyHint: boolean } },
) => ({
  readOnly: annotations.readOnlyHint,
  fields: Object.keys(contract[name].input.properties),
});

function instructions({ directory, allowedVariables }: Config): string {
  return [
    'Shares texts, links, files and secrets for a short time, sealed on this machine before they are sent.',
    'Do not repeat a shared value in your answers, and do not open the links that you make.',
    directory === undefined
      ? 'fromFile is off.'
      : 'Prefer fromFile for what is in a file of the allowed directory: you need not read it.',
    allowedVariables.length === 0
      ? 'fromEnv is off.'
      : `Prefer fromEnv for the values of these variables: ${allowedVariables.join(', ')}.`,
  ].join(' ');
}
