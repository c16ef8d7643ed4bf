import type { OnProgress } from '@tempshare/sdk/open';
import type { Io } from './io.ts';

const MIN_INTERVAL_MS = 80;
const WIDTH = 24;

/** A progress bar on stderr. */
export interface ProgressBar {
  onProgress: OnProgress;
  /** Removes the bar. */
  clear(): void;
}

/** Returns a bar that redraws itself at most every 80 ms, on a terminal only. */
export function progressBar({ stderr }: Io, label: string, now: () => number = Date.now): ProgressBar {
  if (!stderr.isTTY) return { onProgress: () => undefined, clear: () => undefined };
  let drawnAt = 0;
  return {
    onProgress({ loaded, total }) {
      const at = now();
      if (at - drawnAt < MIN_INTERVAL_MS && loaded !== total) return;
      drawnAt = at;
      stderr.write(`\r\x1b[K${line(label, loaded, total).slice(0, (stderr.columns ?? 80) - 1)}`);
    },
    clear() {
      if (drawnAt > 0) stderr.write('\r\x1b[K');
    },
  };
}

function line(label: string, loaded: number, total: number | undefined): string {
  if (!total) return `${label}  ${bytes(loaded)}`;
  const part = Math.min(1, loaded / total);
  const filled = Math.round(part * WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
  return `${bar} ${String(Math.floor(part * 100)).padStart(3)} %  ${bytes(loaded)} of ${bytes(total)}  ${label}`;
}

/** A number of bytes for people: `12 B`, `3.4 KiB`, `25 MiB`. */
export function bytes(count: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = count < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(count) / 10));
  const value = count / 1024 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : Number(value.toFixed(1))} ${units[power]}`;
}
