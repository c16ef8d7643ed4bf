import type { ClientConfig } from 'pg';
import type { Measured } from '../metrics/metrics.ts';

/** Address of the embedded PostgreSQL that the parent has started. */
export interface EmbeddedPlace {
  connection: ClientConfig;
  /** Directory of the cluster. */
  directory: string;
  dataDir: string;
  superuser: ClientConfig;
}

/** Messages from the parent to a worker. */
export type ToWorker =
  /** The first message. */
  | { type: 'start'; isFirst: boolean; embedded: EmbeddedPlace | undefined }
  /** Connections come from now on, to this address. */
  | { type: 'opened'; url: string }
  /** A connection comes with it. */
  | { type: 'connection'; id: number }
  /** Clients are to hear that the server is about to stop. */
  | { type: 'announce' }
  /** The metrics of this process are wanted. */
  | { type: 'measure'; id: number }
  /** No further connection comes. */
  | { type: 'finish' };

/** Messages from a worker to its parent. */
export type FromWorker =
  /** Connections may come. */
  | { type: 'open' }
  /** Requests are responded to. */
  | { type: 'serving' }
  /** The connection is this process's from now on. */
  | { type: 'taken'; id: number }
  | { type: 'measured'; id: number; metrics: Measured };
