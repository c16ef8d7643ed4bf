import { createHmac } from 'node:crypto';
import type { Configuration } from 'openid-client';
import { accountLifetimes } from '@tempshare/contract/account';
import { panelToken } from '../../crypto/tokens.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import type { GroupRoles } from './groups.ts';

const openid = () => import('openid-client');

const TIMEOUT = 5;
const REFRESH = 3_600_000;
const CLOCK_TOLERANCE = 30;

interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  scopes: string;
  groupsClaim: string;
  roles: GroupRoles;
  /** Account that new people join. Default: the oldest. */
  accountId: string | undefined;
  trustsEmail: boolean;
  isOnly: boolean;
  name: string;
  appUrl: string;
}

/** A person as the provider describes them, validated and bounded. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string | undefined;
  emailIsVerified: boolean;
  name: string | undefined;
  groups: readonly string[];
  authenticatedAt: Date | undefined;
}

const CALLBACK = '/oidc/callback';

/** Client of the OpenID provider: authorization code with PKCE (OpenID Connect Core 1.0; RFC 7636). */
export class OidcClient {
  readonly name: string;
  readonly isOnly: boolean;
  readonly roles: GroupRoles;
  readonly accountId: string | undefined;
  readonly #settings: OidcSettings;
  #configuration: { promise: Promise<Configuration>; until: number } | undefined;

  constructor(settings: OidcSettings) {
    this.#settings = settings;
    this.name = settings.name;
    this.isOnly = settings.isOnly;
    this.roles = settings.roles;
    this.accountId = settings.accountId;
  }

  /** @returns the URL, and the hash to store. @throws ServiceProblem `provider_away`, `provider_failed` */
  async start({
    browser,
    confirms,
  }: {
    browser: string;
    confirms: boolean;
  }): Promise<{ url: string; hash: Buffer }> {
    const configuration = await this.#discovered();
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openid();
    const state = panelToken();
    const { verifier, nonce, hash } = derived(browser, state);
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: this.#settings.scopes,
      response_type: 'code',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(confirms && { max_age: String(accountLifetimes.recentSignIn) }),
    });
    return { url: url.href, hash };
  }

  /**
   * The caller must consume the sign-in first, because providers revoke the tokens of a code that is sent twice.
   * @throws ServiceProblem `provider_refused`, `provider_failed`, `provider_away`
   */
  async finish(
    response: { state: string; code?: string; iss?: string; error?: string },
    { browser, confirms }: { browser: string; confirms: boolean },
  ): Promise<Identity> {
    if (response.error !== undefined) throw refused();
    const configuration = await this.#discovered();
    const { authorizationCodeGrant, fetchUserInfo } = await openid();
    const { verifier, nonce } = derived(browser, response.state);
    const url = new URL(this.#redirectUri);
    for (const [name, value] of Object.entries(response)) url.searchParams.set(name, value);
    try {
      const tokens = await authorizationCodeGrant(configuration, url, {
        expectedState: response.state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(confirms && { maxAge: accountLifetimes.recentSignIn }),
      });
      let claims: Record<string, unknown> = { ...tokens.claims()! };
      const lacks = [this.#settings.groupsClaim, 'email'].some((name) => !Object.hasOwn(claims, name));
      if (lacks && configuration.serverMetadata().userinfo_endpoint !== undefined) {
        const info = await fetchUserInfo(configuration, tokens.access_token, String(claims.sub));
        claims = { ...info, ...claims };
      }
      return this.#identityOf(claims);
    } catch (error) {
      throw asProblem(error);
    }
  }

  get #redirectUri(): string {
    return `${this.#settings.appUrl}${CALLBACK}`;
  }

  /** Returns the provider's metadata, cached for an hour. A failure is not cached. */
  async #discovered(): Promise<Configuration> {
    const before = this.#configuration;
    if (before && performance.now() < before.until) return before.promise;
    const promise = this.#discover();
    this.#configuration = { promise, until: performance.now() + REFRESH };
    try {
      return await promise;
    } catch (error) {
      if (this.#configuration.promise === promise) this.#configuration = undefined;
      throw asProblem(error);
    }
  }

  async #discover(): Promise<Configuration> {
    const client = await openid();
    const { issuer, clientId, clientSecret } = this.#settings;
    const configuration = await client.discovery(
      new URL(issuer),
      clientId,
      { [client.clockTolerance]: CLOCK_TOLERANCE, ...(clientSecret && { client_secret: clientSecret }) },
      clientSecret === undefined ? client.None() : undefined,
      {
        timeout: TIMEOUT,
        // Checks the signature although the token comes directly from the provider.
        execute: [
          client.enableNonRepudiationChecks,
          ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    return configuration;
  }

  #identityOf(claims: Record<string, unknown>): Identity {
    const {
      sub,
      email,
      email_verified: verified,
      name,
      preferred_username: nickname,
      auth_time: at,
    } = claims;
    if (typeof sub !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(sub))
      throw failed('The subject is not usable.');
    const groups = Object.hasOwn(claims, this.#settings.groupsClaim)
      ? claims[this.#settings.groupsClaim]
      : [];
    return {
      issuer: String(claims.iss),
      subject: sub,
      email: typeof email === 'string' && email.length <= 254 && EMAIL.test(email) ? email : undefined,
      emailIsVerified: verified === true || (verified === undefined && this.#settings.trustsEmail),
      name: nameOf(name) ?? nameOf(nickname),
      groups: [groups].flat().filter((group) => typeof group === 'string'),
      authenticatedAt: typeof at === 'number' && at > 0 && at < 1e11 ? new Date(at * 1000) : undefined,
    };
  }
}

/** The contract's pattern of e-mail addresses. */
const EMAIL =
  /^[^\x00-\x20\x7f@<>,;:"()[\]\\\p{Cc}\p{Cf}\p{Cs}]+@[^\x00-\x20\x7f@<>,;:"()[\]\\\p{Cc}\p{Cf}\p{Cs}]+$/u;

/** Sanitizes a name for display: no control or invisible characters, at most 100. */
function nameOf(claim: unknown): string | undefined {
  if (typeof claim !== 'string') return undefined;
  const clean = claim
    .slice(0, 1_000)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return [...clean].slice(0, 100).join('').trim() || undefined;
}

/** Derives all from the browser's secret and the state. The stored hash reveals neither verifier nor nonce. */
function derived(browser: string, state: string): { verifier: string; nonce: string; hash: Buffer } {
  const derive = (purpose: string) => createHmac('sha256', browser).update(`${purpose}\n${state}`).digest();
  return {
    verifier: derive('verifier').toString('base64url'),
    nonce: derive('nonce').toString('base64url'),
    hash: derive('sign-in'),
  };
}

export const hashOfSignIn = (browser: string, state: string): Buffer => derived(browser, state).hash;

const AWAY = /^(?:E[A-Z]+|UND_ERR_\w+|OAUTH_TIMEOUT)$/;

/** Maps errors of the library to problems by who can fix them. */
function asProblem(error: unknown): ServiceProblem {
  if (error instanceof ServiceProblem) return error;
  const {
    name,
    code,
    error: word,
    status,
  } = error as {
    name?: string;
    code?: string;
    error?: string;
    status?: number;
  };
  if (word === 'invalid_grant' || name === 'AuthorizationResponseError') return refused(error);
  const causes = causesOf(error);
  const isAway =
    (status !== undefined && status >= 500) ||
    causes.some(
      (each) => AWAY.test(each.code ?? '') || /^(?:TimeoutError|AbortError)$/.test(each.name ?? ''),
    ) ||
    (error instanceof TypeError && error.message === 'fetch failed');
  if (isAway)
    return new ServiceProblem(
      'provider_away',
      'The identity provider cannot be reached. Try again in a moment, or sign in another way.',
      { retryAfter: 5, cause: error },
    );
  return failed(`The provider's response was not accepted${code ? ` (${code})` : ''}.`, error);
}

function causesOf(error: unknown): { name?: string; code?: string }[] {
  const found: { name?: string; code?: string }[] = [];
  for (let each = error; each instanceof Error && found.length < 10; each = each.cause) found.push(each);
  return found;
}

const failed = (reason: string, cause: unknown = new Error(reason)): ServiceProblem =>
  new ServiceProblem(
    'provider_failed',
    'What the identity provider answered cannot be trusted. Nobody was signed in.',
    { cause },
  );

const refused = (cause?: unknown): ServiceProblem =>
  new ServiceProblem('provider_refused', 'The identity provider did not sign you in. Begin again.', {
    cause,
  });
