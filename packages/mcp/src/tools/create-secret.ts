import type { SecretCreate, SecretCreated } from '@tempshare/sdk/types';
import { contract } from '../gen/tools.ts';
import { answerTo, shareOf } from '../response.ts';
import { answerOf, argumentsOf, extend, type ArgumentsFor } from '../schema.ts';
import type { Answer, ToolCall } from '../tool.ts';
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

const { input, output } = contract.service_create_secret;
const MAX_CHARACTERS = input.properties.secret.maxLength;

type Arguments = ArgumentsFor<
  Pick<SecretCreate, 'expiration' | 'encryption'> & PasswordSources & Sources & { secret?: string },
  keyof typeof input.properties
>;

export const createSecretConfig = {
  title: 'Share a secret that can be read once',
  description:
    'Delivers a sensitive value (a password, a token, a key) as a burn-after-reading secret: the answer is a link, and what is behind it is destroyed when it is first read. The value is sealed end-to-end on this machine before anything is sent. Give exactly one of `secret`, `fromFile`, `fromEnv`; the last two keep the value out of this conversation. Hand the link on without opening it: opening it would destroy the secret. Whether it was read, the operator can look up at the service (GET /secrets/{id}, with the same API key) or learn from the webhook secret.consumed; service_get_transfer does not find secrets.',
  inputSchema: argumentsOf<Arguments>(
    extend(input, {
      words: {
        secret: {
          description: `The value, at most 100,000 bytes of UTF-8, or as many characters with \`encryption: server\`. It becomes part of this conversation; \`fromFile\` and \`fromEnv\` keep it out.`,
        },
        password: PASSWORD,
        encryption: ENCRYPTION,
      },
      fields: { fromFile: FROM_FILE, fromEnv: FROM_ENV, passwordFromEnv: PASSWORD_FROM_ENV },
      required: [],
    }),
  ),
  outputSchema: answerOf(
    extend(output, {
      words: { secretUrl: LINK, encryption: ANSWERED_ENCRYPTION },
      required: ['secretId', 'secretUrl', 'encryption'],
    }),
  ),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
};

export async function createSecret(
  args: Arguments,
  { client, config, signal, shared }: ToolCall,
): Promise<Answer> {
  const { expiration, encryption = 'e2e' } = args;
  const password = takePassword(config, args);
  const { text: secret } = await takeText(config, args, 'secret', limitOf(MAX_CHARACTERS, encryption));
  shared.push(...readable(args, { content: secret, password }));
  const answer = await answerTo(
    client.secrets.create(
      { secret, ...(password !== undefined && { password }), expiration, encryption },
      { signal },
    ),
  );
  const names = { link: 'secretUrl', id: 'secretId' } as const;
  const { baseUrl } = config;
  const data = shareOf<SecretCreated>(output, answer, { names, encryption, baseUrl, values: shared });
  const sentence = [
    encryption === 'e2e' ? 'The secret is sealed end-to-end and shared.' : 'The secret is shared.',
    handOn(data.secretUrl, data),
    `It can be read once, so do not open it yourself. Whether it was read tells GET /secrets/${data.secretId} of the service's API, with the same API key; service_get_transfer does not find it.`,
    until(data.expiresAt),
    ...(password === undefined
      ? []
      : ['The recipient needs the password, too: it should reach them another way.']),
  ].join(' ');
  return { data, sentence };
}
