export interface SmtpSettings {
  host: string;
  port: number;
  /** `implicit`: TLS from the first byte; `starttls`: required upgrade; `off`: never. */
  tls: 'implicit' | 'starttls' | 'off';
  user?: string;
  password?: string;
}

export interface Sender {
  name: string;
  address: string;
}

const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
/** The contract's pattern of e-mail addresses. */
const ADDRESS = /^[^\s\x00-\x20\x7f@<>,;:"()[\]\\]+@[^\s\x00-\x20\x7f@<>,;:"()[\]\\]+$/u;

/** @throws Error with what the value must be. */
export function readSmtpUrl(value: string): SmtpSettings {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const parameters = [...(url?.searchParams.keys() ?? [])];
  if (
    !url ||
    !/^smtps?:$/.test(url.protocol) ||
    url.hostname === '' ||
    !['', '/'].includes(url.pathname) ||
    url.hash !== '' ||
    parameters.some((name) => name !== 'tls')
  )
    throw new Error('must be smtp://host or smtps://host, with user, password, port or ?tls= if need be');
  const implicit = url.protocol === 'smtps:';
  const tls = url.searchParams.get('tls');
  if (tls !== null && (implicit || !['off', 'required'].includes(tls)))
    throw new Error('may have ?tls=off or ?tls=required, with smtp:// only');
  const isOff = tls === null ? LOCAL.test(url.hostname) : tls === 'off';
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (implicit ? 465 : 587),
    tls: implicit ? 'implicit' : isOff ? 'off' : 'starttls',
    ...(url.username && { user: decoded(url.username) }),
    ...(url.password && { password: decoded(url.password) }),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('must have user and password percent-encoded');
  }
}

/** @throws Error with what the value must be. */
export function readAddress(value: string): string {
  if (value.length > 254 || !ADDRESS.test(value)) throw new Error('must be an e-mail address');
  return value;
}

/** @throws Error with what the value must be. */
export function readSender(value: string): Sender {
  const [, name, address] = /^(?:"?([^"<>\p{Cc}]*?)"? *<)?([^<>]+?)>?$/u.exec(value) ?? [];
  const isWhole = value.includes('<') === value.endsWith('>');
  if (address === undefined || !isWhole || !ADDRESS.test(address) || address.length > 254)
    throw new Error('must be an address, such as share@example.com or Tempshare <share@example.com>');
  return { name: name ?? '', address };
}
