import type { ServerContext } from '@modelcontextprotocol/server';

/** Sends progress notifications to a host that asked for them. */
export interface Progress {
  /** Sends only what is more than before: a retried upload starts at 0 again. */
  report(progress: number, total: number | undefined): void;
  /** Resolves when every notification was sent, so that none comes after the result. */
  flush(): Promise<void>;
}

/** @param onProgress called for every report, whether the host asked for notifications or not */
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
    flush: () => sent,
  };
}
