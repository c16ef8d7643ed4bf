/** Addresses of the panel, relative to the address of the service. The server sends its page at exactly these. */
export const PANEL_ROUTES = [
  '/',
  '/set-up',
  '/join',
  '/reset-password',
  '/confirm-email',
  '/stop-notices',
  '/oidc/callback',
  '/new/request',
  '/new/room',
  '/new/inbox',
  '/shared',
  '/shared/:id',
  '/developers/keys',
  '/developers/webhooks',
  '/developers/webhooks/:id',
  '/developers/events',
  '/developers/quick-start',
  '/developers/usage',
  '/admin/members',
  '/admin/quotas',
  '/admin/audit',
  '/admin/server',
  '/account',
] as const;

/** Whether a path is that of a route. */
export const isAt = (route: PanelRoute, path: string): boolean =>
  new RegExp(`^${patternOf(route)}$`).test(path);

/** Regular expression for the paths of a route. */
export const patternOf = (route: string): string => route.replaceAll('.', '\\.').replace(/:\w+/g, '[^/?]+');

export type PanelRoute = (typeof PANEL_ROUTES)[number];
