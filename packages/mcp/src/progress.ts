import type { ServerContext } from '@modelcontextprotocol/server';

/** Tells a caller that asked for it how far a call is. */
export interface Progress {
  /** Only what is more than before is told: an upload that is tried again starts anew. */
  report(progress: number, total: number | undefined): void;
  /** Resolves when all that was told is on its way, so that none of it comes after the answer. */
  told(): Promise<void>;
}

/** @param onProgress called whenever something has been handed over, whether the caller asked to be told or not */
export function progressOf({ mcpReq }: ServerContext, onProgress: () => void): Progress {
  const progressToken = mcpReq._meta?.progressToken;
  let last = -1;
  let sent: Promise<void> = Promise.resolve();
  return {
    report(progress, total) {
      onProgress();
      if (progressToken === undefined || progress <= last) return;
      last = progress;
      const params = {
        progressToken,
        progress,
        ...(total !== undefined && { total }),
        message: 'bytes handed over',
      };
      const notified = mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
      sent = sent.then(() => notified);
    },
    told: () => sent,
  };
}
