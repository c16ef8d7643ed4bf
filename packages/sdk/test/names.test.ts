import { describe, expect, it } from 'vitest';
import { safeFileName, visibleName } from '@tempshare/sdk/names';

describe('a name as it is shown', () => {
  it.for([
    ['controls of C0 and C1', 'Al\u0000i\u001b[31mc\u0085e\u009f', 'Ali[31mce'],
    [
      'embeddings, overrides and isolates',
      '\u202aA\u202bl\u202di\u202ec\u202c\u2066e\u2067\u2068\u2069',
      'Alice',
    ],
    ['direction marks', '\u200eAl\u200fic\u061ce', 'Alice'],
    ['what has no width', 'Al\u200bi\u2060c\ufeffe', 'Alice'],
    ['soft hyphens and joiners of graphemes', 'Al\u00adi\u034fce', 'Alice'],
    ['joiners between Latin letters', 'Al\u200ci\u200dce', 'Alice'],
    ['tags', 'Alice\u{e0042}\u{e007f}', 'Alice'],
    ['variation selectors after letters', 'A\ufe0fl\ufe00i\u{e0100}ce\u180b', 'Alice'],
    ['separators of lines and paragraphs', 'Al\u2028i\u2029ce', 'Alice'],
    ['fillers', 'Al\u115fi\u3164c\uffa0e', 'Alice'],
    ['annotation marks', '\ufff9Alice\ufffb', 'Alice'],
    ['spaces around it and more than one within', ' \u00a0Al  \u3000ice\u2800 ', 'Al ice'],
    ['half a surrogate pair', 'Alice\ud800', 'Alice\ufffd'],
  ])('has none of these: %s', ([, name, shown]) => {
    expect(visibleName(name!)).toBe(shown);
  });

  it.for([
    'علی‌رضا', // Persian, with a non-joiner
    'می‌خواهم',
    '۱۴۰۴ ه‍', // An abbreviation, whose last letter is written as if one followed
    'تقرير ٢٠٢٦.pdf',
    'חשבונית.pdf',
    'क्‍ष', // Hindi, with a joiner after a virama
    'ശ്രീ',
    'ന്‍', // An older spelling of a final letter in Malayalam
    'ක්‍ෂ',
    '👨‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍🚀 ❤️ 1️⃣ ☎︎',
    '葛\u{e0100}城', // A variant of a letter in a family name
    'Nguyễn Thị Ánh',
    'བརྒྱུད',
    'ภาษาไทยที่ดี',
  ])('is right in its script: %s', (name) => {
    expect(visibleName(name)).toBe(name.normalize('NFC'));
  });

  it('holds a joiner only where it can be seen', () => {
    // Nothing is joined after these letters anyway: another spelling that looks the same.
    expect(visibleName('دار\u200cا')).toBe('دارا');
    expect(visibleName('عل\u200dی')).toBe('علی');
    expect(visibleName('علی\u200c')).toBe('علی');
    expect(visibleName('ع\u200c\u200cلی')).toBe('علی');
    expect(visibleName('👩\u200da')).toBe('👩a');
  });

  it('is composed, with no more marks on a letter than any language has', () => {
    expect(visibleName('A\u0301lice')).toBe('Álice');
    expect(visibleName(`Z${'\u0335\u0310'.repeat(50)}algo`)).toBe('Z̵̵̵̵algo'.normalize('NFC'));
    expect(visibleName('בְּרֵאשִׁ֖ית')).toBe('בְּרֵאשִׁ֖ית'.normalize('NFC'));
  });

  it.for(['', ' ', '\u2800', '\u200b', '\u3164', '\u0301\u0302', '\u202e\u2066', '\ufe0f', '\u200d'])(
    'is empty when nothing of it can be seen: %j',
    (name) => {
      expect(visibleName(name)).toBe('');
    },
  );

  it('is the same when it is made visible again', () => {
    for (const name of [
      'علی\u200cرضا',
      'A\u200b\u0301',
      '\u202eZ\u200b\u0301\u0301\u0301\u0301\u0301',
      'a\u2800.',
    ]) {
      expect(visibleName(visibleName(name))).toBe(visibleName(name));
    }
  });
});

describe('a name to save a file under', () => {
  it.for([
    ['invoice_\u202efdp.exe', 'invoice_fdp.exe'],
    ['invoice.pdf\u200b.exe', 'invoice.pdf.exe'],
    ['report.pdf. . ', 'report.pdf'],
    ['../../etc/pass\u200bwd', 'passwd'],
    ['C:\\a\\\u2066b.txt', 'b.txt'],
    ['تقرير.pdf', 'تقرير.pdf'],
    [`${'漢'.repeat(200)}.docx`, `${'漢'.repeat(83)}.docx`],
    [`${'a'.repeat(300)}.tar.gz`, `${'a'.repeat(252)}.gz`],
    [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(253)}`],
    ['.htaccess', '.htaccess'],
  ])('made of %j is %j', ([name, saved]) => {
    expect(safeFileName(name)).toBe(saved);
  });

  it('is found in 200,000 characters, whatever they are', () => {
    for (const many of ['.', '. ', ' ', '/.', '\u0301', '\u200d'])
      expect(safeFileName(`${many.repeat(200_000)}x`)).toBeDefined();
    expect(safeFileName(`a${'.'.repeat(200_000)}`)).toBe('a');
  });

  it.for([undefined, '', '..', '/', 'a/', '\u202e', '. .'])('made of %j is none', (name) => {
    expect(safeFileName(name)).toBeUndefined();
  });
});
