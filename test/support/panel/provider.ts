/** An OpenID provider that can lie: what it signs, and how it answers, is the test's to say. */
import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Claims = Record<string, unknown>;

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export class LyingProvider {
  /** Claims of the person who signs in next, over the usual ones. */
  person: Claims = {};
  /** Changes the claims or the header before they are signed. */
  header: Claims = {};
  lies: Claims = {};
  /** Fields of the metadata. */
  metadata: Claims = {};
  /** Answers a path in its place. */
  answers: Partial<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {};
  /** Paths of requests that have arrived. */
  readonly seen: string[] = [];
  readonly #codes = new Map<string, { nonce: string; challenge: string }>();
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  issuer = '';

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The honest provider again. */
  reset(): void {
    Object.assign(this, { person: {}, header: {}, lies: {}, metadata: {}, answers: {} });
  }

  /** The parameters that come back for an authorization request, as after a person has signed in. */
  authorize(url: string): { state: string; code: string; iss: string } {
    const query = new URL(url).searchParams;
    const code = randomUUID();
    this.#codes.set(code, { nonce: query.get('nonce')!, challenge: query.get('code_challenge')! });
    return { state: query.get('state')!, code, iss: this.issuer };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, this.issuer);
    this.seen.push(pathname);
    const other = this.answers[pathname];
    if (other) {
      other(request, response);
      return;
    }
    const [status, body] = await this.#answer(pathname, request);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }

  async #answer(pathname: string, request: IncomingMessage): Promise<[number, object]> {
    if (pathname === '/.well-known/openid-configuration') {
      const at = (path: string) => `${this.issuer}/${path}`;
      return [
        200,
        {
          issuer: this.issuer,
          authorization_endpoint: at('authorize'),
          token_endpoint: at('token'),
          jwks_uri: at('jwks'),
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          ...this.metadata,
        },
      ];
    }
    if (pathname === '/jwks')
      return [
        200,
        { keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'k' }] },
      ];
    if (pathname === '/token') {
      const form = new URLSearchParams(await text(request));
      const known = this.#codes.get(form.get('code')!);
      this.#codes.delete(form.get('code')!);
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (known?.challenge !== challenge) return [400, { error: 'invalid_grant' }];
      return [
        200,
        {
          access_token: randomUUID(),
          token_type: 'Bearer',
          id_token: this.#idToken(known.nonce, form.get('client_id')!),
        },
      ];
    }
    return [404, {}];
  }

  #idToken(nonce: string, audience: string): string {
    const now = Math.floor(Date.now() / 1000);
    const header = { alg: 'RS256', kid: 'k', ...this.header };
    const claims = {
      ...{ iss: this.issuer, aud: audience, nonce, iat: now, exp: now + 300, auth_time: now },
      ...this.person,
      ...this.lies,
    };
    const signed = `${base64url(header)}.${base64url(claims)}`;
    return `${signed}.${header.alg === 'none' ? '' : signature(signed, this.#keys.privateKey)}`;
  }
}

const signature = (text: string, key: KeyObject): string =>
  sign('sha256', Buffer.from(text), key).toString('base64url');
