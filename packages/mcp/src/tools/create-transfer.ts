import type { TransferCreate, TransferCreated } from '@tempshare/sdk/types';
import type { FileTransferInput, TextTransferInput, UploadOptions, UrlTransferInput } from '@tempshare/sdk';
import { contract, limits } from '../gen/tools.ts';
import { responseTo, parseShare } from '../response.ts';
import { toolOutput, toolInput, extend, type ArgumentsFor } from '../schema.ts';
import { ToolError } from '../tool-error.ts';
import type { ToolContext, ToolResult } from '../tool.ts';
import { checkOwnersFields } from '../values/owners-fields.ts';
import { readAllowedFile } from '../values/from-file.ts';
import { refuseApiKey, refuseApiKeyInChunks } from '../values/api-key.ts';
import {
  textLimit,
  serverReadable,
  resolvePassword,
  resolveText,
  type PasswordSources,
  type Sources,
} from '../values/sources.ts';
import {
  RESULT_ENCRYPTION,
  ENCRYPTION,
  FROM_ENV,
  FROM_FILE,
  describeLink,
  LINK,
  PASSWORD,
  PASSWORD_FROM_ENV,
  describeExpiry,
} from './descriptions.ts';

const { input, output } = contract.service_create_transfer;
const { text, targetUrl } = input.properties;

const count = (number: number): string => number.toLocaleString('en');

type Fields =
  | 'type'
  | 'text'
  | 'targetUrl'
  | 'expiration'
  | 'expiresAt'
  | 'label'
  | 'oneTime'
  | 'maxViews'
  | 'encryption'
  | 'fileName'
  | 'mediaType';
type Arguments = ArgumentsFor<
  Pick<TransferCreate, Fields> & PasswordSources & Sources,
  keyof typeof input.properties
>;
type Content = TextTransferInput | UrlTransferInput | FileTransferInput;

/** The types that an argument about the content goes with. */
const CONTENT: Record<string, readonly TransferCreate['type'][]> = {
  text: ['text'],
  targetUrl: ['url'],
  fromEnv: ['text', 'url'],
  fileName: ['file'],
  mediaType: ['file'],
};

export const createTransferConfig = {
  title: 'Share a text, a link or a file',
  description: `Turns a text, a link or a file into a shareable link that expires, sealed end-to-end on this machine before anything is sent. For a value that must be read only once and then be destroyed use service_create_secret. The content comes from exactly one argument: \`text\`, \`fromFile\` or \`fromEnv\` for type \`text\`; \`targetUrl\`, \`fromFile\` or \`fromEnv\` for type \`url\`; \`fromFile\` for type \`file\`, which takes at most ${count(limits.fileBytes)} bytes. With \`fromFile\` and \`fromEnv\` the content stays out of this conversation.`,
  inputSchema: toolInput<Arguments>(
    extend(input, {
      overrides: {
        type: { description: 'What is shared. `file` takes `fromFile`.' },
        text: {
          description: `The text, for type \`text\`; at most ${count(text.maxLength)} bytes of UTF-8, or as many characters with \`encryption: server\`.`,
        },
        targetUrl: {
          description: `The address to lead to, for type \`url\`: http or https, no user information; at most ${count(targetUrl.maxLength)} bytes of UTF-8, or as many characters with \`encryption: server\`.`,
        },
        password: PASSWORD,
        encryption: ENCRYPTION,
        fileName: {
          description: `For type \`file\`. ${input.properties.fileName.description} Default: the name of the file.`,
          // Providers' own checks of schemas know no look-ahead. What this lets by is refused before it is sent.
          pattern: input.properties.fileName.pattern.replaceAll(/\(\?[!=][^)]*\)/g, ''),
        },
        mediaType: { description: `For type \`file\`. ${input.properties.mediaType.description}` },
      },
      fields: { fromFile: FROM_FILE, fromEnv: FROM_ENV, passwordFromEnv: PASSWORD_FROM_ENV },
    }),
  ),
  outputSchema: toolOutput(
    extend(output, {
      overrides: { shareUrl: LINK, encryption: RESULT_ENCRYPTION },
      required: ['id', 'shareUrl', 'encryption'],
    }),
  ),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
};

export async function createTransfer(args: Arguments, context: ToolContext): Promise<ToolResult> {
  checkContent(args);
  checkOwnersFields(context.config, args);
  const password = resolvePassword(context.config, args);
  if (args.type !== 'file')
    return share(args, { content: await textContent(args, context), password }, context);
  return context.withUploadSlot(async () =>
    share(args, { content: await fileContent(args, context), password }, context),
  );
}

async function share(
  args: Arguments,
  { content, password }: { content: Content; password: string | undefined },
  { client, config, progress, signal, exposed }: ToolContext,
): Promise<ToolResult> {
  const { expiration, expiresAt, label, oneTime, maxViews, encryption = 'e2e' } = args;
  exposed.push(...serverReadable(args, { content: textOf(content), password }));
  const views = oneTime ? { oneTime } : { maxViews };
  const body = {
    ...content,
    ...views,
    expiration,
    expiresAt,
    label,
    encryption,
    ...(password !== undefined && { password }),
  } as Content;
  const onProgress: UploadOptions['onProgress'] = ({ loaded, total }) => progress.report(loaded, total);
  const response = await responseTo(client.transfers.create(body, { signal, onProgress }));
  const names = { link: 'shareUrl', id: 'id' } as const;
  const { baseUrl } = config;
  const data = parseShare<TransferCreated>(output, response, { names, encryption, baseUrl, exposed });
  return { data, text: describe(data, args.type, password !== undefined) };
}

/** A file's bytes are not looked for in responses. */
function textOf(content: Content): string {
  if (content.type === 'file') return '';
  return content.type === 'text' ? content.text : content.targetUrl;
}

async function textContent(
  args: Arguments,
  { config }: ToolContext,
): Promise<TextTransferInput | UrlTransferInput> {
  const limit = (max: number) => textLimit(max, args.encryption ?? 'e2e');
  if (args.type === 'text')
    return {
      type: 'text',
      text: (await resolveText(config, args, { field: 'text', limit: limit(text.maxLength) })).text,
    };
  const { text: address, argument } = await resolveText(config, args, {
    field: 'targetUrl',
    limit: { ...limit(targetUrl.maxLength), trimmed: true },
  });
  if (new RegExp(targetUrl.pattern, 'u').test(address) && URL.canParse(address))
    return { type: 'url', targetUrl: address };
  throw new ToolError(
    `${argument} must hold an http or https address without user information, white space and control characters. Nothing was sent.`,
  );
}

async function fileContent(args: Arguments, { config }: ToolContext): Promise<FileTransferInput> {
  if (args.fromFile === undefined)
    throw new ToolError('Type file takes the file by fromFile, which is missing. Nothing was sent.');
  const { name, chunks } = await readAllowedFile(config.directory, args.fromFile, {
    maxBytes: limits.fileBytes,
  });
  const fileName = args.fileName ?? name;
  refuseApiKeyInChunks(config, chunks);
  refuseApiKey(config, fileName);
  if (/^(\.{1,2}|\s*)$/.test(fileName) || !fileName.isWellFormed())
    throw new ToolError('fileName must be a name, neither blank nor "." or "..". Nothing was sent.');
  return {
    type: 'file',
    file: new Blob(chunks),
    fileName,
    mediaType: args.mediaType,
  };
}

function checkContent(args: Arguments): void {
  if (args.oneTime && (args.maxViews ?? 1) !== 1)
    throw new ToolError('oneTime means that maxViews is 1: give one of them. Nothing was sent.');
  for (const [name, types] of Object.entries(CONTENT))
    if (args[name as keyof Arguments] !== undefined && !types.includes(args.type))
      throw new ToolError(`${name} goes with type ${types.join(' or ')} alone. Nothing was sent.`);
}

const NOUNS: Record<string, string> = { text: 'text', url: 'link', file: 'file' };

function describe(data: TransferCreated, type: string, withPassword: boolean): string {
  const what = `The ${NOUNS[type]} is`;
  return [
    data.encryption === 'e2e' ? `${what} sealed end-to-end and shared.` : `${what} shared.`,
    describeLink(data.shareUrl, data),
    ...views(data),
    describeExpiry(data.expiresAt),
    ...(withPassword ? ['The recipient needs the password, too: it should reach them another way.'] : []),
    `To look at its state, call service_get_transfer with the id ${data.id}.`,
  ].join(' ');
}

function views({ maxViews }: Partial<TransferCreated>): string[] {
  if (maxViews === undefined) return [];
  if (maxViews === null) return ['It can be opened any number of times.'];
  return maxViews === 1
    ? ['It can be opened once, so do not open it yourself.']
    : [`It can be opened ${maxViews} times.`];
}
