/** Addresses of the panel, relative to the address of the service. The server sends its page at exactly these. */
export const PANEL_ROUTES = [
  '/',
  '/set-up',
  '/join',
  '/reset-password',
  '/oidc/callback',
  '/developers/keys',
  '/developers/quick-start',
  '/developers/usage',
  '/admin/members',
  '/admin/audit',
  '/account',
] as const;

export type PanelRoute = (typeof PANEL_ROUTES)[number];
