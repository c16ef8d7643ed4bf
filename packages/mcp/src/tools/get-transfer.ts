import type { Transfer } from '@tempshare/sdk/types';
import { contract } from '../gen/tools.ts';
import { pickFields, unexpectedResponse } from '../response.ts';
import { toolOutput, toolInput, extend } from '../schema.ts';
import type { ToolContext, ToolResult } from '../tool.ts';
import { RESULT_ENCRYPTION } from './descriptions.ts';

const { input } = contract.service_get_transfer;
const output = withoutSnippet(contract.service_get_transfer.output);

/** A transfer as the tool returns it. */
type PickedTransfer = Omit<Transfer, 'contentSnippet'>;

/** Without these a response is of no use. */
const REQUIRED = ['id', 'type', 'status', 'views', 'maxViews', 'expiresAt'] as const;

const GONE = 'once it has expired or was used up it is answered as not found.';

export const getTransferConfig = {
  title: 'Look at a transfer',
  description:
    "Queries whether a transfer is still active, how much time remains and how often it was opened, by its id. It finds the transfers of this API key alone, and never a secret: whether one was read tells GET /secrets/{id} of the service's API. Looking does not count as a view and never shows the content. A transfer that has expired, was used up or deleted is not found here, so what is found is nearly always active; the list of the service's API (GET /transfers) tells for 30 days which of the first two it was, after how many views, and when those were.",
  inputSchema: toolInput<{ id: string }>(
    extend(input, {
      overrides: {
        id: {
          description: `${input.properties.id.description} Not the link: that holds the key.`,
          pattern: '^[0-9A-Za-z]{4,22}$',
        },
      },
    }),
  ),
  outputSchema: toolOutput(
    extend(output, {
      overrides: {
        encryption: RESULT_ENCRYPTION,
        status: { description: `Of what is found \`active\`: ${GONE}` },
        isConsumed: { description: `Whether the last allowed view has happened. ${GONE}` },
      },
      fields: {
        remainingSeconds: {
          type: ['integer', 'null'],
          minimum: 0,
          description: 'Seconds until it expires, by the clock of the service; null when it does not.',
        },
      },
      required: [...REQUIRED, 'remainingSeconds'],
    }),
  ),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
};

export async function getTransfer(
  { id }: { id: string },
  { client, signal }: ToolContext,
): Promise<ToolResult> {
  const { data: transfer, response } = await client.transfers.get(id, { signal }).withResponse();
  const data = pickFields<PickedTransfer>(output, transfer) as PickedTransfer;
  if (REQUIRED.some((name) => !Object.hasOwn(data, name)) || !isNamed(id, data)) throw unexpectedResponse();
  const remainingSeconds = remaining(data, Date.parse(response.headers.get('date') ?? '') || Date.now());
  return { data: { ...data, remainingSeconds }, text: describe(data, remainingSeconds) };
}

/** Whether a transfer is the one that was asked for, by its id or by its short code. */
const isNamed = (name: string, { id, shortCode }: PickedTransfer): boolean =>
  name.length > 8 ? id === name : shortCode === readShortCode(name);

/** As the service reads what people type: Crockford's base32. */
const readShortCode = (text: string): string =>
  text.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** The snippet is the beginning of what was shared without sealing, which may never have been in the conversation. */
function withoutSnippet({ properties, required, ...rest }: typeof contract.service_get_transfer.output) {
  const { contentSnippet: _, ...kept } = properties;
  return { ...rest, properties: kept, required: required.filter((name) => name !== 'contentSnippet') };
}

function remaining({ expiresAt }: PickedTransfer, now: number): number | null {
  return expiresAt === null ? null : Math.max(0, Math.floor((Date.parse(expiresAt) - now) / 1000));
}

function describe(
  { id, type, status, views, viewedAt, maxViews, expiresAt }: PickedTransfer,
  seconds: number | null,
): string {
  const time =
    seconds === null ? 'does not expire' : `expires in ${duration(seconds)}, at ${String(expiresAt)}`;
  const opened =
    maxViews === null
      ? `${views} ${views === 1 ? 'time' : 'times'}, without a limit`
      : `${views} of ${maxViews} times`;
  const times = openedAt(viewedAt);
  return `The transfer ${id} (${type}) is ${status}. It ${time}. It was opened ${opened}${times}.`;
}

/** A service of an earlier version does not tell. */
function openedAt(viewedAt: PickedTransfer['viewedAt'] | undefined): string {
  const { first = null, last = null } = viewedAt ?? {};
  if (last === null) return '';
  if (first === null || first === last) return `, ${first === null ? 'last ' : ''}at ${last}`;
  return `, first at ${first} and last at ${last}`;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** In its two largest units. */
function duration(seconds: number): string {
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  if (first === -1) return 'less than a second';
  let rest = seconds;
  const parts = UNITS.slice(first, first + 2).flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`];
  });
  return parts.join(' ');
}
