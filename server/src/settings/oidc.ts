import { readGroupRoles } from '../features/users/groups.ts';
import { boolean, httpUrl, missingFor, optional, text, type Values, variable } from './variable.ts';

const issuerUrl = (value: string): string => {
  const { protocol, hostname } = new URL(httpUrl(value));
  if (protocol === 'http:' && !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
    throw new Error('must be an https URL; http is for localhost only');
  return value;
};

const scopes = (value: string): string => {
  const words = value.split(/[\s,]+/).filter((word) => word !== '');
  if (!words.includes('openid')) throw new Error('must be scopes with blanks between, among them openid');
  return words.join(' ');
};

/** Sign-in at an OpenID provider. */
export const oidcVariables = {
  OIDC_ISSUER: optional(
    issuerUrl,
    'Issuer of the OpenID provider for sign-in to the panel ([accounts.md](accounts.md)), exactly as the provider states it.',
  ),
  OIDC_CLIENT_ID: optional(text, 'Client id of this server at the provider. Required with `OIDC_ISSUER`.'),
  OIDC_CLIENT_SECRET: optional(text, 'Client secret. Without it the client is a public one.'),
  OIDC_SCOPES: variable('openid profile email', scopes, 'Requested scopes.'),
  OIDC_GROUPS_CLAIM: variable('groups', text, "Claim with the names of a person's groups."),
  OIDC_ROLES: optional(
    readGroupRoles,
    'Roles of groups: `it-admins=admin; staff=member`. The highest role of a person counts. The group `*` contains everybody. Required with `OIDC_ISSUER`.',
  ),
  OIDC_ACCOUNT: optional(text, 'Id of the account that new people join. Default: the oldest one.'),
  OIDC_TRUST_EMAIL: variable(
    'false',
    boolean,
    'Treats e-mail addresses as verified if the provider does not say whether they are.',
  ),
  OIDC_ONLY: variable(
    'false',
    boolean,
    'Allows sign-in at the provider only. Passwords and passkeys are refused, except for the set-up link.',
  ),
  OIDC_NAME: optional(text, 'Name of the provider on the button. Default: the host of `OIDC_ISSUER`.'),
};

export function oidcProblems(values: Values): string[] {
  if (values.OIDC_ISSUER === undefined)
    return missingFor(values, 'OIDC_ISSUER', [
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'OIDC_ROLES',
      'OIDC_ACCOUNT',
      'OIDC_ONLY',
      'OIDC_NAME',
    ]);
  const missing = ['OIDC_CLIENT_ID', 'OIDC_ROLES'].flatMap((name) =>
    missingFor(values, name, ['OIDC_ISSUER']),
  );
  if (missing.length > 0) return missing;
  const roles = values.OIDC_ROLES as ReadonlyMap<string, unknown>;
  return values.OIDC_ONLY === true && ![...roles.values()].includes('owner')
    ? ['OIDC_ROLES must name a group of owners, since OIDC_ONLY is given.']
    : [];
}
