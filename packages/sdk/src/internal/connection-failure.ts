interface Described {
  syscall?: unknown;
  code?: unknown;
  errors?: unknown;
  cause?: unknown;
}

/** Returns whether no byte has left. Removes the address, which holds ids, from properties and messages. */
export function examine(failure: unknown, url = ''): boolean {
  const seen = new Set<unknown>();
  for (let error = failure; url && isError(error) && !seen.has(error); error = error.cause) {
    seen.add(error);
    hide(error, url);
  }
  return neverSent(failure);
}

/** An error of another realm, too: where Jest runs a test, those of the runtime are. */
const isError = (value: unknown): value is Error =>
  value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';

function hide(error: Error, url: string): void {
  for (const name of Object.getOwnPropertyNames(error)) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string' && value.includes(url))
      Reflect.set(error, name, value.replaceAll(url, '…'));
  }
}

function neverSent(error: unknown, depth = 0): boolean {
  if (!isError(error) || depth > 9) return false;
  const { syscall, code, errors, cause } = error as Described;
  return (
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    ['UND_ERR_CONNECT_TIMEOUT', 'ECONNREFUSED', 'ConnectionRefused'].includes(String(code)) ||
    (Array.isArray(errors) && errors.length > 0 && errors.every((each) => neverSent(each, depth + 1))) ||
    neverSent(cause, depth + 1)
  );
}
