import type { Schema } from '../schema.ts';

/** Descriptions of fields that several tools have. */
export const ENCRYPTION: Schema = {
  default: 'e2e',
  description:
    'Who can read the content. `e2e`, the default: it is sealed on this machine, and the key travels only in the part of the link after `#`. `server`: the service seals it and can read it in that moment; only if the recipient cannot open a sealed link.',
};

export const PASSWORD: Schema = {
  description:
    'A password that the recipient must know beside the link. Tell it to them another way than the link. It becomes part of this conversation; `passwordFromEnv` keeps it out.',
};

export const FROM_FILE: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: 4096,
  description:
    'In place of the value: a file on the machine of this tool server that holds it, by its path relative to the one directory that the operator allows (SERVICE_MCP_FILES); files elsewhere cannot be taken. It is taken as it stands, with the end of its last line. The content stays out of this conversation.',
};

const VARIABLE: Schema = { type: 'string', minLength: 1, maxLength: 255 };

export const FROM_ENV: Schema = {
  ...VARIABLE,
  description:
    'In place of the value: the name of an environment variable of this tool server that holds it, one that the operator allows (SERVICE_MCP_ENV). The value stays out of this conversation.',
};

export const PASSWORD_FROM_ENV: Schema = {
  ...VARIABLE,
  description: 'In place of `password`: the name of an environment variable that holds it, as for `fromEnv`.',
};

export const RESULT_ENCRYPTION: Schema = {
  description: '`e2e`: sealed on this machine before it was sent. `server`: sealed by the service.',
};

/** A link in a result. */
export const LINK: Schema = {
  description:
    'The link for the recipient, to be handed on whole. With `encryption: e2e` the part after `#` is the key, which nobody else has.',
};

/** How the agent passes a link on. */
export const describeLink = (url: string, { encryption }: { encryption: string }): string =>
  encryption === 'e2e'
    ? `Give the recipient this link whole, with the part after "#", which is the key and exists nowhere else: ${url}`
    : `Give the recipient this link: ${url}`;

/** @param expiresAt undefined when the response lacks it */
export const describeExpiry = (expiresAt: string | null | undefined): string => {
  if (expiresAt === undefined) return 'The service has not said when it expires.';
  return expiresAt === null ? 'It does not expire.' : `It expires at ${expiresAt}.`;
};
