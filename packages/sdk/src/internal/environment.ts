import { version } from './version.ts';

interface Host {
  process?: { env?: Record<string, string | undefined> };
  navigator?: { userAgent?: string };
  window?: { document?: unknown };
}

const host = globalThis as unknown as Host;

/** Blank counts as absent. */
export function readEnv(name: string): string | undefined {
  try {
    return host.process?.env?.[name]?.trim() || undefined;
  } catch {
    return undefined; // Deno without --allow-env throws on reading.
  }
}

export function isBrowserPage(): boolean {
  return host.window?.document !== undefined || /^Mozilla/.test(host.navigator?.userAgent ?? '');
}

/** Undefined on a web page, where it belongs to the browser. */
export function userAgent(): string | undefined {
  if (isBrowserPage()) return undefined;
  return ['tempshare-sdk/' + version, host.navigator?.userAgent].filter(Boolean).join(' ');
}
