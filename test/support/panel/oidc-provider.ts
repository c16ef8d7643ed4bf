/** The certified provider of the ecosystem, whose sign-in page asks nothing. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** Starts a provider that knows one person, and lets its clients redirect to `callback`. */
export async function startOidcProvider(person: Record<string, unknown>): Promise<{
  issuer: string;
  /** Lets a server be its client; before that nobody can sign in. */
  allow(callback: string): void;
  close(): Promise<void>;
}> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const allow = (callback: string): void => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const provider = new Provider(issuer, {
      clients: [{ client_id: 'tempshare', client_secret: 'secret', redirect_uris: [callback] }],
      claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
      cookies: { keys: ['of a test'] },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...person }) }),
      loadExistingGrant: async (context) => {
        const grant = new context.oidc.provider.Grant({
          clientId: context.oidc.client!.clientId,
          accountId: context.oidc.session!.accountId!,
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    const handle = provider.callback();
    server.on('request', (request, response) => {
      if (request.url?.startsWith('/interaction/')) {
        const result = { login: { accountId: 'grace' } };
        void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
      } else void handle(request, response);
    });
  };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { issuer, allow, close };
}
