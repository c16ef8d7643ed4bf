/** Parts that the pages of links load when they are wanted. */
export const PARTS = ['qr', 'colors'] as const;

/** Parts of the panel: its pages, loaded when they are opened, and parts of these. */
export const PANEL_PARTS = [
  ...([
    'link',
    'stop-notices',
    'keys',
    'quick-start',
    'usage',
    'members',
    'quotas',
    'audit',
    'server',
    'account',
    'oidc-callback',
  ] as const),
  ...(['webhooks', 'events', 'items', 'send', 'containers'] as const),
  ...(['qr', 'webauthn', 'v1', 'zip'] as const),
  ...(['english', 'french', 'italian', 'japanese', 'portuguese', 'spanish'] as const),
] as const;

export type PartName = (typeof PARTS | typeof PANEL_PARTS)[number];
