import type { Mutant } from './mutant.ts';

const SENDING = 'server/src/features/requests/sender.ts';

const REQUESTS = ['/requests.', 'scenarios/senders.'];

/** Upload requests: their PIN, and the end of sending. */
export const mutants: Mutant[] = [
  {
    name: 'any PIN is right',
    file: 'server/src/crypto/item-vault.ts',
    from: 'if (!timingSafeEqual(hash, expected)) throw invalidPin();',
    to: 'if (hash.length !== expected.length) throw invalidPin();',
    tests: REQUESTS,
  },
  {
    name: 'files are announced with a PIN that was changed meanwhile',
    file: SENDING,
    from: 'if (locked && !locked.pinSalt.equals(request.pinSalt)) throw invalidPin();',
    to: '',
    tests: [...REQUESTS, 'request-races'],
  },
  {
    name: 'a request is finished before a file has arrived',
    file: SENDING,
    from: 'if (fileCount === 0)',
    to: 'if (fileCount < 0)',
    tests: REQUESTS,
  },
  {
    name: 'a finished request is finished again, with another event',
    file: SENDING,
    from: 'if (closedAt) return { fileCount, closedAt };',
    to: 'if (closedAt && fileCount === 0) return { fileCount, closedAt };',
    tests: [...REQUESTS, 'request-races'],
  },
  {
    name: 'a new PIN is refused for the wrong ones before it',
    file: 'server/src/features/requests/request.ts',
    from: '    await forgetTries(trx, id, { keepProven: false });',
    to: '',
    tests: [...REQUESTS, 'request-races'],
  },
  {
    name: 'a wrong PIN passes while the right one is checked',
    file: 'server/src/features/requests/pin.ts',
    from: '${address} ${pin}`;',
    to: '${address}`;',
    tests: [...REQUESTS, 'request-races'],
  },
  {
    name: 'a session begins at a request that is closed',
    file: SENDING,
    from: "if (request.state !== 'open') throw notFound();",
    to: '',
    tests: [...REQUESTS, '/sessions.'],
  },
];
