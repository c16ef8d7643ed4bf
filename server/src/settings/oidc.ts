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
    'The issuer of an OpenID provider at which people sign in to the panel ([accounts.md](accounts.md)), exactly as it calls itself.',
  ),
  OIDC_CLIENT_ID: optional(text, 'The client id of this server at the provider. Needed with `OIDC_ISSUER`.'),
  OIDC_CLIENT_SECRET: optional(text, 'The client secret there. Without it the client is a public one.'),
  OIDC_SCOPES: variable('openid profile email', scopes, 'The scopes that are asked for.'),
  OIDC_GROUPS_CLAIM: variable('groups', text, 'The claim with the names of the groups of a person.'),
  OIDC_ROLES: optional(
    readGroupRoles,
    'The roles of groups: `it-admins=admin; staff=member`, the highest role of a person counts. The group `*` has everybody. Needed with `OIDC_ISSUER`.',
  ),
  OIDC_ACCOUNT: optional(text, 'The id of the account that new people join. Default: the oldest one.'),
  OIDC_TRUST_EMAIL: variable(
    'false',
    boolean,
    'Whether e-mail addresses count as verified if the provider does not say whether they are.',
  ),
  OIDC_ONLY: variable(
    'false',
    boolean,
    'Whether people sign in at the provider only: passwords and passkeys are refused, but for the set-up link.',
  ),
  OIDC_NAME: optional(text, 'The name of the provider on the button. Default: the host of `OIDC_ISSUER`.'),
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
