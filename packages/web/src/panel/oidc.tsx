import { t } from '../i18n.ts';
import { api, at, call, pathOf } from './api.ts';
import { OtherWay } from './kit/other-way.tsx';
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
  const [address] = wanted.split('?', 1);
  const path = pathOf(address!);
  const isPage = PANEL_ROUTES.some((route) => route !== '/oidc/callback' && isAt(route, path));
  return isPage && at(path) === address ? wanted : at('/');
}

/** Goes to the identity provider, and comes back to this page. */
export const OidcButton = ({ name, confirms = false }: { name: string; confirms?: boolean }) => (
  <OtherWay
    text={t('oidc.with', { name })}
    onPress={async () => {
      const { url } = await call(() => api.POST('/session/oidc/start', { body: { confirms } }));
      sessionStorage.setItem(WANTED, `${location.pathname}${location.search}`);
      location.assign(url);
    }}
  />
);
