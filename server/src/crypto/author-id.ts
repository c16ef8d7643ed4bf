import { createHmac } from 'node:crypto';
import { siteOf } from '../limits/networks.ts';
import { deriveLinkId } from './tokens.ts';

/** Id of anonymous authors. It depends on the container's data key, so it neither reveals the network nor links containers. */
export const authorIdOf = (dataKey: Buffer, network: string): string =>
  `author_${deriveLinkId(
    createHmac('sha256', dataKey)
      .update(`author ${siteOf(network)}`)
      .digest(),
  )}`;
