import type { Mutant } from './mutant.ts';

const ATTACHMENT = 'server/src/features/files/attachment.ts';
const UPLOAD = 'server/src/features/files/upload.ts';

const RANGES = ['/files.'];
const UPLOADS = ['scenarios/uploads.', '/files.', 'files-broken-off'];

/** Uploads, downloads and their ranges. */
export const mutants: Mutant[] = [
  {
    name: 'a range lacks its last byte',
    file: ATTACHMENT,
    from: 'Math.min(size, Number(last) + 1)',
    to: 'Math.min(size, Number(last))',
    tests: RANGES,
  },
  {
    name: 'a range of more last bytes than there are begins before the file',
    file: ATTACHMENT,
    from: 'const from = Math.max(0, size - Number(last));',
    to: 'const from = size - Number(last);',
    tests: RANGES,
  },
  {
    name: 'a range of another file is answered',
    file: ATTACHMENT,
    from: 'validator === etag ? readRange(header, size) : undefined;',
    to: 'validator ? readRange(header, size) : undefined;',
    tests: RANGES,
  },
  {
    name: 'a download may run as a page of the server',
    file: ATTACHMENT,
    from: `      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",`,
    to: '',
    tests: [...RANGES, 'scenarios/skin.'],
  },
  {
    name: 'two responses send the last byte of the last view',
    file: 'server/src/features/files/download-store.ts',
    from: "AND (t.state = 'active' OR d.finisher IS NULL OR d.finishing_until NOT BETWEEN clock_timestamp() AND ${FINISHING})",
    to: '',
    tests: ['/files.', '/files-viewed-once.', 'files/broken-downloads.'],
  },
  {
    name: 'a download URL works after the last download',
    file: 'server/src/features/files/download-store.ts',
    from: "const USABLE = `d.expires_at > now() AND (t.state = 'active' OR NOT d.completed)`;",
    to: 'const USABLE = `d.expires_at > now() AND t.id IS NOT NULL`;',
    tests: ['/files.', '/files-viewed-once.', 'files/broken-downloads.'],
  },
  {
    name: 'a download URL works after its time',
    file: 'server/src/features/files/download-store.ts',
    from: 'const USABLE = `d.expires_at > now() AND (',
    to: 'const USABLE = `(',
    tests: ['/files.', 'slow-downloads'],
  },
  {
    name: 'the file of the last view stays after its download',
    file: 'server/src/features/transfers/download-store.ts',
    from: 'DELETE FROM files USING target WHERE files.item_id = target.id AND files.transfer_id = target.id AND target.over',
    to: 'DELETE FROM files USING target WHERE files.item_id = target.id AND files.transfer_id = target.id AND target.unended IS NULL',
    tests: ['/files.', '/blobs.'],
  },
  {
    name: 'a download that is repeated counts another view',
    file: 'server/src/features/transfers/download-store.ts',
    from: '(NOT counted)::int AS first',
    to: '1 AS first',
    tests: ['/files.', '/files-viewed-once.', 'files/broken-downloads.'],
  },
  {
    name: 'an upload that ends early is taken for a whole file',
    file: UPLOAD,
    from: 'if (announced !== null && size < announced) {',
    to: 'if (announced !== null && size < 0) {',
    tests: UPLOADS,
  },
  {
    name: 'an upload URL takes bytes after its hour',
    file: 'server/src/features/files/awaited-store.ts',
    from: 'AND upload_token_hash = $1 AND upload_until > now()`,',
    to: 'AND upload_token_hash = $1`,',
    tests: ['scenarios/uploads.', 'clean-up'],
  },
  {
    name: 'a file arrives at a request that was closed meanwhile',
    file: UPLOAD,
    from: 'if (!(await arrivals[file.parent.kind](trx, arrived))) throw notFound();',
    to: 'await arrivals[file.parent.kind](trx, arrived);',
    tests: ['/requests.', 'request-races'],
  },
  {
    name: 'a body without a length may be twice as large',
    file: 'server/src/http/body/body.ts',
    from: 'if (count > limit) throw tooLarge(limit);',
    to: 'if (count > 2 * limit) throw tooLarge(limit);',
    tests: ['/bad-input.'],
  },
];
