import type { ClientConfig } from 'pg';
import type { Measured } from '../metrics/metrics.ts';

/** Embedded PostgreSQL that the parent has started. */
export interface EmbeddedPlace {
  connection: ClientConfig;
  /** Directory of the cluster. */
  directory: string;
  dataDir: string;
  superuser: ClientConfig;
}

export type ToWorker =
  | { type: 'start'; isFirst: boolean; embedded: EmbeddedPlace | undefined }
  /** Connections to this address follow. */
  | { type: 'opened'; url: string }
  | { type: 'connection'; id: number }
  /** Ask clients to close their connections: the server is about to stop. */
  | { type: 'announce' }
  | { type: 'measure'; id: number }
  /** No further connection follows. */
  | { type: 'finish' };

export type FromWorker =
  /** Ready for connections. */
  | { type: 'open' }
  /** Responds to requests. */
  | { type: 'serving' }
  /** The connection belongs to this process from now on. */
  | { type: 'taken'; id: number }
  | { type: 'measured'; id: number; metrics: Measured };
