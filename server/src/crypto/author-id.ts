import { createHmac } from 'node:crypto';
import { siteOf } from '../limits/networks.ts';
import { linkIdOf } from './tokens.ts';

/**
 * The id of whoever posts into a container from a network. It follows from the data key of the container, so the same network
 * has other ids elsewhere, and no id tells the network.
 */
export const authorIdOf = (dataKey: Buffer, network: string): string =>
  `author_${linkIdOf(
    createHmac('sha256', dataKey)
      .update(`author ${siteOf(network)}`)
      .digest(),
  )}`;
