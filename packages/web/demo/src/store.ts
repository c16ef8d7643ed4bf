/** Storage of the state between visits. */
export interface Store {
  read(): Promise<unknown>;
  write(value: object): Promise<void>;
}

const NAME = 'state';

/** Opens a database of this browser. @throws DOMException where the browser stores nothing */
export async function openStore(name: string): Promise<Store> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(NAME);
  const database = await result(opening);
  const objects = (mode: IDBTransactionMode) => database.transaction(NAME, mode).objectStore(NAME);
  return {
    read: () => result<unknown>(objects('readonly').get(NAME)),
    write: async (value) => void (await result(objects('readwrite').put(value, NAME))),
  };
}

const result = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });

/** A store that forgets with the worker, for browsers without another one. */
export function forgetfulStore(): Store {
  let kept: unknown;
  return { read: async () => kept, write: async (value) => void (kept = value) };
}
