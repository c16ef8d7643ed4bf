import { useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { api, at, call, pathOf, type Refused } from './api.ts';
import { Refusal } from './kit/refusal.tsx';
import { asRefused } from './load.ts';
import { isAt, PANEL_ROUTES } from './routes.ts';

/** Name under which the tab keeps the page that was wanted. No other site can write it. */
const WANTED = 'oidc-wanted';

/**
 * Parameters that the identity provider has added to the address of its page. They leave the address bar and the history
 * entry before anything is drawn.
 */
let response: Readonly<Record<string, string>> | undefined;
if (location.pathname.endsWith('/oidc/callback')) {
  response = Object.fromEntries(new URLSearchParams(location.search));
  history.replaceState(null, '', location.pathname);
}

/** The parameters, once. */
export function takeResponse(): Readonly<Record<string, string>> | undefined {
  const taken = response;
  response = undefined;
  return taken;
}

/** The page that was wanted before the sign-in, if it is one of the panel. */
export function takeWanted(): string {
  const wanted = sessionStorage.getItem(WANTED) ?? '';
  sessionStorage.removeItem(WANTED);
  const path = pathOf(wanted.split('?', 1)[0]!);
  const isPage = PANEL_ROUTES.some((route) => isAt(route, path)) && at(path) === wanted.split('?', 1)[0];
  return isPage && path !== '/oidc/callback' ? wanted : at('/');
}

/** Goes to the identity provider, and comes back to this page. */
export function OidcButton({ name, confirms = false }: { name: string; confirms?: boolean }) {
  const [refused, setRefused] = useState<Refused>();
  const [busy, setBusy] = useState(false);
  const go = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setRefused(undefined);
    try {
      const { url } = await call(() => api.POST('/session/oidc/start', { body: { confirms } }));
      sessionStorage.setItem(WANTED, `${location.pathname}${location.search}`);
      location.assign(url);
    } catch (error) {
      setRefused(asRefused(error));
    }
    setBusy(false);
  };
  return (
    <>
      <button type="button" aria-disabled={busy} onClick={() => void go()}>
        {t('oidc.with', { name })}
      </button>
      <Refusal refused={refused} />
    </>
  );
}
