import type { ItemUpdate } from '@tempshare/sdk/types';
import { contract } from '../gen/tools.ts';
import { extend, toolInput, type ArgumentsFor } from '../schema.ts';
import { ToolError } from '../tool-error.ts';
import type { ToolContext, ToolResult } from '../tool.ts';
import { checkOwnersFields } from '../values/owners-fields.ts';
import { TRANSFER_ID, TRANSFER_OUTPUT, transferResult } from './get-transfer.ts';

const { input } = contract.service_update_transfer;

type Arguments = ArgumentsFor<
  { id: string; label?: string; expiresAt?: string },
  keyof typeof input.properties
>;

export const updateTransferConfig = {
  title: 'Change the expiry or the label of a transfer',
  description:
    'Makes a transfer of this API key expire later or earlier, or changes the label that only the owner sees, by its id. Give `expiresAt`, `label` or both. The link stays the same. A transfer that has expired, was used up or deleted is not found, and nothing brings it back. It changes no secret.',
  inputSchema: toolInput<Arguments>(
    extend(input, {
      overrides: {
        id: TRANSFER_ID,
        label: { type: 'string', description: "The owner's own name for it, 1 to 200 characters." },
      },
    }),
  ),
  outputSchema: TRANSFER_OUTPUT,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
};

export async function updateTransfer(
  { id, label, expiresAt }: Arguments,
  { client, config, signal }: ToolContext,
): Promise<ToolResult> {
  if (label === undefined && expiresAt === undefined)
    throw new ToolError('Give expiresAt, label or both. Nothing was sent.');
  checkOwnersFields(config, { label });
  const change: ItemUpdate = {
    ...(label !== undefined && { label }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
  const updated = transferResult(id, await client.transfers.update(id, change, { signal }).withResponse());
  return { ...updated, text: `It was changed. ${updated.text}` };
}
