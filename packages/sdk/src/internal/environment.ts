import { version } from './version.ts';

interface Host {
  process?: { env?: Record<string, string | undefined> };
  navigator?: { userAgent?: string };
  window?: { document?: unknown };
}

const host = globalThis as unknown as Host;

/** An environment variable where the runtime has them; blank counts as absent. */
export function readEnv(name: string): string | undefined {
  try {
    return host.process?.env?.[name]?.trim() || undefined;
  } catch {
    return undefined; // Deno without --allow-env throws on reading.
  }
}

/** True on a web page and in its workers, where every visitor can read what the script holds. */
export function isBrowserPage(): boolean {
  return host.window?.document !== undefined || /^Mozilla/.test(host.navigator?.userAgent ?? '');
}

/** The `User-Agent` to send; undefined on a web page, where it belongs to the browser. */
export function userAgent(): string | undefined {
  if (isBrowserPage()) return undefined;
  return ['tempshare-sdk/' + version, host.navigator?.userAgent].filter(Boolean).join(' ');
}
