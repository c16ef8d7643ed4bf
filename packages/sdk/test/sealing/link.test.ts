import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeLinkKey, encodeLinkKey, type LinkKey } from '../../src/envelope/index.ts';
import { openLink, parseLink } from '../../src/links/index.ts';
import { json, scriptedServer } from '../scripted-server.ts';

const ID = '7sQmXk2VbT9cLrPz4WnYdA';
const KEY = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg';
const KINDS = ['share', 'secret', 'request', 'room', 'drop'] as const;

const pathOf = (kind: string) => (kind === 'share' ? '' : `${kind}/`);
const linkTo = (kind: string, key = KEY) => `https://share.example/en/${pathOf(kind)}${ID}#${key}`;
const within = (text: string, what: string, at = 9) => text.slice(0, at) + what + text.slice(at);
const inKey = (what: string) => (link: string) => link.replace(KEY, within(KEY, what));
const inId = (what: string) => (link: string) => link.replace(ID, within(ID, what));
const encodeAll = (text: string) =>
  text.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

const BENT: [string, (link: string) => string][] = [
  ['a blank in its key', inKey(' ')],
  ['a blank in its key as browsers encode it', inKey('%20')],
  ['blanks of several kinds in its key', inKey('\u00a0 \u3000')],
  ['a line break in its key', inKey('\r\n')],
  ['a line break and an indentation in its key', inKey('\n    ')],
  ['a soft line break of quoted-printable in its key', inKey('=\r\n')],
  ['what browsers leave of a soft line break in its key', inKey('=')],
  ['a line break of a quoted mail in its key', inKey('\n> > ')],
  ['a soft hyphen in its key', inKey('\u00ad')],
  ['a soft hyphen in its key as browsers encode it', inKey('%C2%AD')],
  ['a zero-width space in its key', inKey('\u200b')],
  ['a zero-width space in its key, encoded twice', inKey('%25E2%2580%258B')],
  ['a byte order mark and a word joiner in its key', inKey('\ufeff\u2060')],
  ['a variation selector in its key', inKey('\ufe0f')],
  ['marks of direction in its key', inKey('\u200e\u202d')],
  ['a hyphen at a line break in its key', inKey('-\n')],
  ['a line break behind a hyphen of its key', (link) => link.replace('L-q', 'L-\nq')],
  ['a soft line break behind a hyphen of its key', (link) => link.replace('L-q', 'L-=\r\nq')],
  ['the backslash of Markdown before a _ of its key', (link) => link.replace('O_T', 'O\\_T')],
  ['a _ behind its key', (link) => `${link}_`],
  ['a - behind its key', (link) => `${link}-`],
  ['the marks of bold text around it', (link) => `__${link}__`],
  ['a dash and a signature behind it', (link) => `${link}--\nKim`],
  ['sentences behind it', (link) => `${link} I hope this helps.`],
  ['a paragraph behind it', (link) => `${link}\n\nA word`],
  ['padding behind its key', (link) => `${link}=`],
  ['punctuation behind it', (link) => `${link}).”,`],
  ['a slash behind it', (link) => `${link}/`],
  ['an empty fragment behind it', (link) => `${link}#`],
  ['its key twice', (link) => `${link}#${KEY}`],
  ['a percent-encoded - in its key', (link) => link.replace('-', '%2D')],
  ['a percent-encoded _ in its key, twice', (link) => link.replace('_', '%255f')],
  ['all of its key percent-encoded', (link) => link.replace(KEY, encodeAll(KEY))],
  ['#/ before its key', (link) => link.replace('#', '#/')],
  ['#! before its key', (link) => link.replace('#', '#!')],
  ['#!/ before its key', (link) => link.replace('#', '#!/')],
  ['%23/ before its key', (link) => link.replace('#', '%23/')],
  ['a blank before its key', (link) => link.replace('#', '# ')],
  ['a blank before its #', (link) => link.replace('#', ' #')],
  ['two slashes before its path', (link) => link.replace('/en/', '//en/')],
  ['two slashes throughout', (link) => link.replace(/(?<=[a-z])\//g, '//')],
  ['capitals in its path', (link) => link.replace(/\/en\/(\w)/, (_, first: string) => `/EN/${first}`)],
  [
    'a capital at the beginning of its kind',
    (link) => link.replace(/\/en\/([a-z])(?=[a-z]+\/)/, (_, first: string) => `/en/${first.toUpperCase()}`),
  ],
  ['a capital scheme and host', (link) => link.replace('https://share', 'HTTPS://Share')],
  ['encoded slashes in its path', (link) => link.replace(/(?<=example\/.*)\//g, '%2F')],
  ['a percent-encoded letter in its path', (link) => link.replace('/en/', '/%65n/')],
  ['all of it percent-encoded', (link) => encodeURIComponent(link)],
  ['all of it percent-encoded twice', (link) => encodeURIComponent(encodeURIComponent(link))],
  ['a soft hyphen in its id', inId('\u00ad')],
  ['a zero-width space in its id as browsers encode it', inId('%E2%80%8B')],
  ['a soft line break in its id', inId('=\r\n')],
  ['a blank in its id', inId('%20')],
  ['a hyphen at a line break in its id', inId('-\r\n')],
  ['a line break in its path', (link) => link.replace('/en/', '/e\nn/')],
  ['a soft line break in its host', (link) => link.replace('share', 'sha=\r\nre')],
  ['an invisible character in its host', (link) => link.replace('share', 'sha\u200bre')],
  ['a slash behind its id', (link) => link.replace('#', '/#')],
  ['a full stop behind its id', (link) => link.replace('#', '.#')],
];

describe.each(KINDS)('the link of a %s', (kind) => {
  it.each(BENT)('is read with %s', (_, bend) => {
    const { linkKey, ...rest } = parseLink(linkTo(kind));
    const bent = bend(linkTo(kind));
    expect(parseLink(bent)).toEqual({ ...rest, linkKey });
    // As a browser has it in its address bar.
    if (URL.canParse(bent) && !/sha=|-\s*[\r\n]|\n\n/.test(bent))
      expect(parseLink(new URL(bent))).toEqual({ ...rest, linkKey });
  });

  it.each(['', '#', '#.', '#)', '# ', '%23', '#/', '.', '/.', '_', '\u200b'])(
    'has no key where %j stands behind it',
    (end) => {
      const { kind: found, id, linkKey } = parseLink(linkTo(kind).replace(/#.*/, end));
      expect([found, id, linkKey]).toEqual([kind, ID, undefined]);
    },
  );
});

describe('a link without a language', () => {
  it.each([
    ['https://share.example/secret/', 'https://share.example/api/v1'],
    ['https://share.example/links/drop/', 'https://share.example/links/api/v1'],
    ['https://share.example//Room//', 'https://share.example/api/v1'],
    ['https://share.example/app/secret/', 'https://share.example/app/api/v1'],
    ['https://share.example/app/en/secret/', 'https://share.example/app/api/v1'],
    ['https://share.example/app/pt-BR/', 'https://share.example/app/api/v1'],
    ['https://share.example/my-app/room/', 'https://share.example/my-app/api/v1'],
    ['https://share.example/app-2/drop/', 'https://share.example/app-2/api/v1'],
  ])('such as %s… leads to its service', (beginning, baseUrl) => {
    expect(parseLink(`${beginning}${ID}#${KEY}`)).toMatchObject({ baseUrl, id: ID });
  });
});

it.each(['en', 'pt-BR', 'zh-Hant-TW', 'es-419', 'fil-PH'])('%s is a language, not a base', (language) => {
  const baseUrl = 'https://share.example/api/v1';
  expect(parseLink(`https://share.example/${language}/secret/${ID}`)).toMatchObject({ baseUrl });
  expect(parseLink(`https://share.example/${language}/${ID}`)).toMatchObject({ baseUrl, kind: 'share' });
});

it('three letters are a language where a link would have none else', () => {
  const baseUrl = 'https://share.example/api/v1';
  expect(parseLink(`https://share.example/fil/${ID}`)).toMatchObject({ baseUrl, kind: 'share' });
});

it.each([
  ['behind a dot', 'https://share.\nexample/en/'],
  ['before a dot', 'https://share\r\n.example/en/'],
  ['behind the slashes', 'https://\r\n\tshare.example/en/'],
  ['before the path', 'https://share.example\n/en/'],
])('a line break in the host is mended %s', (_, beginning) => {
  expect(parseLink(`${beginning}secret/${ID}`)).toMatchObject({ baseUrl: 'https://share.example/api/v1' });
});

it.each([
  'https://s.example\nsee/en/',
  'https://s.example\r\n  see/en/',
  'https://s.example\tsee/en/',
  'https://s.\nexample\nsee/en/',
  'https://sha\nre.example/en/',
  'https://s.example:80\n80/en/',
  'https://s.example%0Asee/en/',
])('a host is not joined out of two words: %j', (beginning) => {
  expect(() => parseLink(`${beginning}secret/${ID}`)).toThrow(
    expect.objectContaining({ code: 'invalid_link' }),
  );
});

describe('a link that has lost or got too much', () => {
  it.each([
    ['its key lacks a character', KEY.slice(1)],
    ['its key lacks its last character', KEY.slice(0, -1)],
    ['its key lacks a character and has a _ behind it', `${KEY.slice(0, -1)}_`],
    ['its key lacks the _ that a program took for emphasis', KEY.replace('_', '')],
    ['its key has a character too many', `${KEY}A`],
    ['its key has a character too many within', within(KEY, '-')],
    ['spare bits of its key are set', `${KEY.slice(0, -1)}h`],
    ['another word is tied to its key', `${KEY}-please`],
    ['a + stands in the place of a character', KEY.replace('n4', '+4')],
    ['it has two different keys', `${KEY}#${KEY.replace('n4', 'm4')}`],
  ])('is refused, and nothing is asked: %s', async (_, fragment) => {
    const { baseUrl, seen } = await scriptedServer(json(200, {}));
    const link = `${baseUrl.replace('/api/v1', '')}/en/secret/${ID}#${fragment}`;
    const error: unknown = await openLink(link).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: 'LinkError', code: 'invalid_link_key' });
    expect((error as Error).message).toMatch(/nothing was consumed$/);
    expect(seen).toEqual([]);
  });

  it('is refused, and says so, where it can be read in two ways', () => {
    // Behind the hyphen the line was broken, or the hyphen was added where it was.
    const two = `${KEY.slice(0, 20)}-\n${KEY.slice(20, 42)} ${KEY.slice(42)}`;
    for (const fragment of [two, `${KEY}#${KEY.replace('n4', 'm4')}`]) {
      expect(() => parseLink(linkTo('secret', fragment))).toThrow(
        'damaged or ambiguous: it is the 43 characters after the #; nothing was consumed',
      );
    }
  });

  it.each([
    ['a host with a blank', (link: string) => link.replace('share.', 'share. ')],
    ['an id that lacks a character', (link: string) => link.replace(ID, ID.slice(1))],
    ['an id with a character too many', (link: string) => link.replace(ID, `${ID}0`)],
    ['a hyphen in its id', (link: string) => link.replace(ID, within(ID, '-'))],
    ['another kind', (link: string) => link.replace('/secret/', '/secrets/')],
    ['user information', (link: string) => link.replace('share', 'user@share')],
  ])('is no link with %s', (_, bend) => {
    expect(() => parseLink(bend(linkTo('secret')))).toThrow(
      expect.objectContaining({ code: 'invalid_link' }),
    );
  });
});

describe('whatever mail and chat insert', () => {
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => bytes);
  const id = fc.stringMatching(/^[\dA-Za-z]{22}$/);
  const inserted = fc.constantFrom(
    ...[' ', '%20', '\u00ad', '\u200b', '%E2%80%8B', '\ufeff', '=\r\n', '\r\n', '\n> ', '\\', '%C2%AD'],
  );
  const insertions = fc.array(fc.tuple(fc.nat(), inserted), { maxLength: 6 });
  const bend = (text: string, all: [number, string][]) =>
    all.reduce(
      (bent, [place, what]) => {
        const at = place % (bent.length + 1);
        return [...bent.slice(0, at), what, ...bent.slice(at)];
      },
      [...text],
    );
  const ended = fc.constantFrom(
    '',
    '_',
    '-',
    '--',
    '.',
    ')',
    '/',
    ' Regards',
    '&utm_source=mail',
    '\n\nRegards',
  );
  it('what is mended is exactly the original', () => {
    fc.assert(
      fc.property(key, id, fc.constantFrom(...KINDS), insertions, insertions, ended, (...given) => {
        const [linkKey, id, kind, ofId, ofKey, end] = given;
        const bentId = bend(id, ofId).join('').replaceAll('\\', '');
        const bentKey = bend(encodeLinkKey(linkKey), ofKey).join('');
        const link = `https://share.example/en/${pathOf(kind)}${bentId}#${bentKey}${end}`;
        expect(parseLink(link)).toEqual({ kind, id, linkKey, baseUrl: 'https://share.example/api/v1' });
        expect(decodeLinkKey(link)).toEqual(linkKey);
      }),
      { numRuns: 500 },
    );
  });

  it('a key that has lost characters or got others is never read as another one', () => {
    fc.assert(
      fc.property(
        key,
        fc.nat(42),
        fc.stringMatching(/^[\w-]{0,3}$/),
        fc.nat(3),
        (linkKey, at, added, lost) => {
          const text = encodeLinkKey(linkKey);
          const changed = text.slice(0, at) + added + text.slice(at + lost);
          fc.pre(changed.replace(/[-_]+$/, '').length !== 43);
          let read: LinkKey | undefined;
          try {
            read = decodeLinkKey(`#${changed}`);
          } catch {
            return;
          }
          expect(encodeLinkKey(read)).toBe(text);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('takes no longer the more there is of it', () => {
    for (const many of ['%25'.repeat(1_300), '- '.repeat(2_000), '=\n'.repeat(2_000), '\u200b'.repeat(4_000)])
      expect(() => parseLink(`https://share.example/en/${ID}#${many}`)).not.toThrow(
        expect.objectContaining({ code: 'invalid_link' }),
      );
  });
});
