import { expect, it } from 'vitest';
import { tokens } from '../../packages/web/src/parts/colors.ts';
import { fetchAhead } from './ahead.ts';

it.each([
  ['quotes', 'SELECT * FROM x\n', "'"],
  ['scripts in scripts', '#!/bin/bash\n', '$('],
  ['one line', '', 'a,'],
])(
  'a text of a megabyte of %s has colours for as much as a browser can show, and is whole',
  (_, begin, more) => {
    const text = begin + more.repeat(1_000_000 / more.length);
    const texts = [text, text];
    const pieces = tokens(texts).flat();
    expect(pieces.length).toBeLessThanOrEqual(10_002);
    expect(pieces.map(([piece]) => piece).join('') === texts.join('')).toBe(true);
  },
);

it('a browser that fetches 200 links of every kind before anybody asks for one opens none', () =>
  fetchAhead(200));
