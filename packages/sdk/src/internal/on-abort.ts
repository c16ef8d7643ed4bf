const shared = new WeakMap<AbortSignal, Set<() => void>>();

/** All callbacks of a signal share one listener, because Node.js 20 warns of the eleventh. Returns the removal. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = shared.get(signal) ?? new Set();
  if (!shared.has(signal)) signal.addEventListener('abort', () => callbacks.forEach((each) => each()));
  shared.set(signal, callbacks.add(callback));
  return () => callbacks.delete(callback);
}
