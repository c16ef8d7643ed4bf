/** One line of a key, as it stands or decorated: base64, a header, or nothing. */
export const BARE =
  /^[\s>|+#*"'`,\\-]{0,40}(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Encryption|Public-Lines|Private-Lines|Private-MAC|Key-Derivation|Argon2-\w{1,12}):.{0,200}|[A-Za-z0-9+/]{0,200}={0,2})(?:\\[nr]|[\s"'`,;+\\)]){0,40}$/;
/** A header that other programs' marks stand before. */
export const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Hash): ?[\w .,:()-]{1,200}\W{0,8}$/;
const RUNS = /[A-Za-z0-9+/]{40,}={0,2}/g;

/** Whether a line has base64 and no words where another line has the mark of the end; numbers before it may have grown. */
export function isAligned(line: string, column: number): boolean {
  for (let at = Math.max(0, column - 3); at <= column + 3; at++) {
    if (at > 0 && /[A-Za-z0-9+/=]/.test(line[at - 1] as string)) continue;
    if (/^[A-Za-z0-9+/=]{2,100}(?![\w ])/.test(line.slice(at, at + 110))) return true;
  }
  return false;
}

/** The part of a line that is of a key: the longest run of base64, if it is long and mixed. */
export function keyRun(line: string): { start: number; end: number } | undefined {
  let best: { start: number; end: number } | undefined;
  for (const { 0: run, index } of line.matchAll(RUNS)) {
    if (best && run.length <= best.end - best.start) continue;
    if (/[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run))
      best = { start: index, end: index + run.length };
  }
  return best;
}
