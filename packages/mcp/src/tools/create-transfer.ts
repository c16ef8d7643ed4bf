import type { TransferCreate, TransferCreated } from '@tempshare/sdk/types';
import type { FileTransferInput, TextTransferInput, UploadOptions, UrlTransferInput } from '@tempshare/sdk';
import { contract } from '../gen/tools.ts';
import { answerTo, shareOf } from '../response.ts';
import { answerOf, argumentsOf, extend, type ArgumentsFor } from '../schema.ts';
import { ToolError } from '../tool-error.ts';
import type { Answer, ToolCall } from '../tool.ts';
import { readAllowedFile } from '../values/from-file.ts';
import { refuseOwnKey, refuseOwnKeyIn } from '../values/api-key.ts';
import {
  limitOf,
  readable,
  takePassword,
  takeText,
  type PasswordSources,
  type Sources,
} from '../values/sources.ts';
import {
  ANSWERED_ENCRYPTION,
  ENCRYPTION,
  FROM_ENV,
  FROM_FILE,
  handOn,
  LINK,
  PASSWORD,
  PASSWORD_FROM_ENV,
  until,
} from './descriptions.ts';

const { input, output } = contract.service_create_transfer;
const { text, targetUrl } = input.properties;
/** The service's limit of what is uploaded, and what may be sealed for that. */
const MAX_FILE_BYTES = 26_214_400;
const MAX_SEALED_FILE_BYTES = MAX_FILE_BYTES - 400;

type Fields =
  | 'type'
  | 'text'
  | 'targetUrl'
  | 'expiration'
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

/** The arguments that say something of the content, by the types that take them. */
const CONTENT: Record<string, readonly TransferCreate['type'][]> = {
  text: ['text'],
  targetUrl: ['url'],
  fromEnv: ['text', 'url'],
  fileName: ['file'],
  mediaType: ['file'],
};

export const createTransferConfig = {
  title: 'Share a text, a link or a file',
  description:
    'Turns a text, a link or a file into a shareable link that expires, sealed end-to-end on this machine before anything is sent. For a value that must be read only once and then be destroyed use service_create_secret. The content comes from exactly one argument: `text`, `fromFile` or `fromEnv` for type `text`; `targetUrl`, `fromFile` or `fromEnv` for type `url`; `fromFile` for type `file`, which takes at most 26,214,000 bytes. With `fromFile` and `fromEnv` the content stays out of this conversation.',
  inputSchema: argumentsOf<Arguments>(
    extend(input, {
      words: {
        type: { description: 'What is shared. `file` takes `fromFile`.' },
        text: {
          description:
            'The text, for type `text`; at most 1,000,000 bytes of UTF-8, or as many characters with `encryption: server`.',
        },
        targetUrl: {
          description:
            'The address to lead to, for type `url`: http or https, no user information; at most 2,048 bytes of UTF-8, or as many characters with `encryption: server`.',
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
  outputSchema: answerOf(
    extend(output, {
      words: { shareUrl: LINK, encryption: ANSWERED_ENCRYPTION },
      required: ['id', 'shareUrl', 'encryption'],
    }),
  ),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
};

export async function createTransfer(args: Arguments, call: ToolCall): Promise<Answer> {
  checkContent(args);
  const password = takePassword(call.config, args);
  if (args.type !== 'file') return share(args, await words(args, call), password, call);
  return call.inTurn(async () => share(args, await file(args, call), password, call));
}

async function share(
  args: Arguments,
  content: Content,
  password: string | undefined,
  { client, config, progress, signal, shared }: ToolCall,
): Promise<Answer> {
  const { expiration, oneTime, maxViews, encryption = 'e2e' } = args;
  shared.push(...readable(args, { content: textOf(content), password }));
  const views = oneTime ? { oneTime } : { maxViews };
  const body = {
    ...content,
    ...views,
    expiration,
    encryption,
    ...(password !== undefined && { password }),
  } as Content;
  const onProgress: UploadOptions['onProgress'] = ({ loaded, total }) => progress.report(loaded, total);
  const answer = await answerTo(client.transfers.create(body, { signal, onProgress }));
  const names = { link: 'shareUrl', id: 'id' } as const;
  const { baseUrl } = config;
  const data = shareOf<TransferCreated>(output, answer, { names, encryption, baseUrl, values: shared });
  return { data, sentence: describe(data, args.type, password !== undefined) };
}

/** A file's bytes are not compared with what is answered. */
function textOf(content: Content): string {
  if (content.type === 'file') return '';
  return content.type === 'text' ? content.text : content.targetUrl;
}

async function words(args: Arguments, { config }: ToolCall): Promise<TextTransferInput | UrlTransferInput> {
  const limit = (most: number) => limitOf(most, args.encryption ?? 'e2e');
  if (args.type === 'text')
    return { type: 'text', text: (await takeText(config, args, 'text', limit(text.maxLength))).text };
  const { text: address, argument } = await takeText(config, args, 'targetUrl', {
    ...limit(targetUrl.maxLength),
    trimmed: true,
  });
  if (new RegExp(targetUrl.pattern, 'u').test(address) && URL.canParse(address))
    return { type: 'url', targetUrl: address };
  throw new ToolError(
    `${argument} must hold an http or https address without user information, white space and control characters. Nothing was sent.`,
  );
}

async function file(args: Arguments, { config }: ToolCall): Promise<FileTransferInput> {
  if (args.fromFile === undefined)
    throw new ToolError('Type file takes the file by fromFile, which is missing. Nothing was sent.');
  const limit = args.encryption === 'server' ? MAX_FILE_BYTES : MAX_SEALED_FILE_BYTES;
  const { name, parts } = await readAllowedFile(config.directory, args.fromFile, limit);
  const fileName = args.fileName ?? name;
  refuseOwnKeyIn(config, parts);
  refuseOwnKey(config, fileName);
  if (/^(\.{1,2}|\s*)$/.test(fileName) || !fileName.isWellFormed())
    throw new ToolError('fileName must be a name, neither blank nor "." or "..". Nothing was sent.');
  return {
    type: 'file',
    file: new Blob(parts),
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

const WHAT: Record<string, string> = { text: 'text', url: 'link', file: 'file' };

function describe(data: TransferCreated, type: string, withPassword: boolean): string {
  const what = `The ${WHAT[type]} is`;
  return [
    data.encryption === 'e2e' ? `${what} sealed end-to-end and shared.` : `${what} shared.`,
    handOn(data.shareUrl, data),
    ...views(data),
    until(data.expiresAt),
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
