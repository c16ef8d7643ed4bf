import { checkedResponse } from '../core/checked-response.ts';
import { PublicResource } from '../gen/resources.ts';
import type { OpenedLink } from './open-link.ts';
import { serviceOf, type OpenOptions } from './service.ts';

/** What can be known of a link before it is opened. */
export interface LinkInfo {
  kind: OpenedLink['kind'];
  requiresPassword: boolean;
  /** Whether opening it is the last opening. */
  oneTime: boolean;
  /** Who can read the content: `e2e` nobody but who has the link. */
  encryption: 'server' | 'e2e';
  expiresAt: string | null;
  /** Only for a file that the service has sealed. */
  fileName?: string | undefined;
  /** Only for a file: its size in bytes as it is stored. */
  size?: number | undefined;
}

/**
 * Looks at a link without opening it; nothing is consumed.
 *
 * @throws LinkError `invalid_link`; NotFoundError when nothing is there any more
 */
export async function peekLink(link: string | URL, options: OpenOptions = {}): Promise<LinkInfo> {
  const { parsed, context } = serviceOf(link, options);
  const service = new PublicResource(context);
  const { id } = parsed;
  const { signal } = options;
  const unsealed = { requiresPassword: false, oneTime: false, encryption: 'server' } as const;
  switch (parsed.kind) {
    case 'secret': {
      const secret = checkedResponse(await service.secrets.get(id, { signal }), 'encryption');
      const { requiresPassword, encryption, expiresAt } = secret;
      return { kind: 'secret', requiresPassword, oneTime: true, encryption, expiresAt };
    }
    case 'share': {
      const transfer = checkedResponse(await service.transfers.get(id, { signal }), 'kind', 'encryption');
      const { id: _, kdfIterations: __, ...info } = transfer;
      return info;
    }
    case 'room': {
      const room = checkedResponse(await service.rooms.get(id, { signal }), 'encryption');
      const { encryption, kdfIterations, expiresAt } = room;
      return {
        kind: 'room',
        requiresPassword: kdfIterations !== undefined,
        oneTime: false,
        encryption,
        expiresAt,
      };
    }
    case 'request': {
      const { expiresAt } = checkedResponse(await service.requests.get(id, { signal }), 'title');
      return { ...unsealed, kind: 'request', expiresAt };
    }
    case 'drop':
      checkedResponse(await service.drops.get(id, { signal }), 'label');
      return { ...unsealed, kind: 'drop', expiresAt: null };
  }
}
