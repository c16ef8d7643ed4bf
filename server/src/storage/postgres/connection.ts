import { readFileSync } from 'node:fs';
import pg, { type ClientConfig } from 'pg';

export const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

export function sslModeOf(url: string): SslMode | undefined {
  const { parameters } = split(url);
  const mode =
    parameters.get('sslmode') ?? (/^(true|1)$/.test(parameters.get('ssl') ?? '') ? 'verify-full' : null);
  if (mode === null) return undefined;
  if (!SSL_MODES.includes(mode as SslMode))
    throw new Error(`must have one of ${SSL_MODES.join(', ')} as its sslmode`);
  return mode as SslMode;
}

/**
 * Connection settings for a database URL. With a CA the default is `verify-full`, which checks issuer and host.
 * `verify-ca` omits the host, and `require` omits both unless there is a CA.
 * @param ca PEM; default: the file of `sslrootcert`, else the CAs of Node.js
 */
export function connectionTo(url: string, ca?: string): ClientConfig {
  const { base, parameters } = split(url);
  const mode = sslModeOf(url) ?? (ca === undefined ? 'disable' : 'verify-full');
  const file = (name: string): string | undefined => {
    const path = parameters.get(name);
    return path === null ? undefined : readFileSync(path, 'utf8');
  };
  const files = { ca: ca ?? file('sslrootcert'), cert: file('sslcert'), key: file('sslkey') };
  const options = parameters.get('options');
  for (const name of ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'options'])
    parameters.delete(name);
  const to: ClientConfig = {
    connectionString: parameters.size > 0 ? `${base}?${parameters}` : base,
    // Options in the URL would override those added to the connection.
    ...(options !== null && { options }),
  };
  if (mode === 'disable') return { ...to, ssl: false };
  return {
    ...to,
    ssl: {
      ...Object.fromEntries(Object.entries(files).filter(([, text]) => text !== undefined)),
      rejectUnauthorized: mode !== 'require' || files.ca !== undefined,
      ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
    },
  };
}

/** @throws Error describing a valid URL, if this one cannot be used */
export function requireUsableUrl(url: string): void {
  let to: ClientConfig;
  try {
    to = connectionTo(url);
  } catch {
    throw new Error('must name files that can be read as its sslrootcert, sslcert and sslkey');
  }
  try {
    new pg.Client(to);
  } catch {
    throw new Error('must be of the form postgres://user:password@host:5432/database');
  }
}

function split(url: string): { base: string; parameters: URLSearchParams } {
  const [, base, query] = /^([^?]*)\??(.*)$/s.exec(url) as unknown as [string, string, string];
  return { base, parameters: new URLSearchParams(query) };
}
