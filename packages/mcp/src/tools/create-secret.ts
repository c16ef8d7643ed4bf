import type { SecretCreate, SecretCreated } from '@tempshare/sdk/types';
import { contract } from '../gen/tools.ts';
import { responseTo, parseShare } from '../response.ts';
import { checkOwnersFields } from '../values/owners-fields.ts';
import { toolOutput, toolInput, extend, type ArgumentsFor } from '../schema.ts';
import type { ToolContext, ToolResult } from '../tool.ts';
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

const { input, output } = contract.service_create_secret;
const MAX_LENGTH = input.properties.secret.maxLength;

type Arguments = ArgumentsFor<
  Pick<SecretCreate, 'expiration' | 'expiresAt' | 'label' | 'encryption'> &
    PasswordSources &
    Sources & { secret?: string },
  keyof typeof input.properties
>;

export const createSecretConfig = {
  title: 'Share a secret that can be read once',
  description:
    'Delivers a sensitive value (a password, a token, a key) as a burn-after-reading secret: the result is a link, and what is behind it is destroyed when it is first read. The value is sealed end-to-end on this machine before anything is sent. Give exactly one of `secret`, `fromFile`, `fromEnv`; the last two keep the value out of this conversation. Hand the link on without opening it: opening it would destroy the secret. Whether it was read, the operator can look up at the service (GET /secrets/{id}, with the same API key) or learn from the webhook secret.consumed; service_get_transfer does not find secrets.',
  inputSchema: toolInput<Arguments>(
    extend(input, {
      overrides: {
        secret: {
          description: `The value, at most ${MAX_LENGTH.toLocaleString('en')} bytes of UTF-8, or as many characters with \`encryption: server\`. It becomes part of this conversation; \`fromFile\` and \`fromEnv\` keep it out.`,
        },
        password: PASSWORD,
        encryption: ENCRYPTION,
      },
      fields: { fromFile: FROM_FILE, fromEnv: FROM_ENV, passwordFromEnv: PASSWORD_FROM_ENV },
      required: [],
    }),
  ),
  outputSchema: toolOutput(
    extend(output, {
      overrides: { secretUrl: LINK, encryption: RESULT_ENCRYPTION },
      required: ['secretId', 'secretUrl', 'encryption'],
    }),
  ),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
};

export async function createSecret(
  args: Arguments,
  { client, config, signal, exposed }: ToolContext,
): Promise<ToolResult> {
  const { expiration, expiresAt, label, encryption = 'e2e' } = args;
  checkOwnersFields(config, args);
  const password = resolvePassword(config, args);
  const { text: secret } = await resolveText(config, args, {
    field: 'secret',
    limit: textLimit(MAX_LENGTH, encryption),
  });
  exposed.push(...serverReadable(args, { content: secret, password }));
  const response = await responseTo(
    client.secrets.create(
      { secret, ...(password !== undefined && { password }), expiration, expiresAt, label, encryption },
      { signal },
    ),
  );
  const names = { link: 'secretUrl', id: 'secretId' } as const;
  const { baseUrl } = config;
  const data = parseShare<SecretCreated>(output, response, { names, encryption, baseUrl, exposed });
  const text = [
    encryption === 'e2e' ? 'The secret is sealed end-to-end and shared.' : 'The secret is shared.',
    describeLink(data.secretUrl, data),
    `It can be read once, so do not open it yourself. Whether it was read tells GET /secrets/${data.secretId} of the service's API, with the same API key; service_get_transfer does not find it.`,
    describeExpiry(data.expiresAt),
    ...(password === undefined
      ? []
      : ['The recipient needs the password, too: it should reach them another way.']),
  ].join(' ');
  return { data, text };
}
