import { locale } from '../i18n.ts';
import { later } from '../later.ts';
import type { PartName } from '../part-names.ts';

interface WordList {
  wordlist: readonly string[];
}

const english = ['english', () => import('@scure/bip39/wordlists/english.js')] as const;

/** Lists of 2,048 words (BIP-39), by language. Other languages have none under a free licence. */
const LISTS: Readonly<Record<string, readonly [part: PartName, load: () => Promise<WordList>]>> = {
  es: ['spanish', () => import('@scure/bip39/wordlists/spanish.js')],
  fr: ['french', () => import('@scure/bip39/wordlists/french.js')],
  it: ['italian', () => import('@scure/bip39/wordlists/italian.js')],
  ja: ['japanese', () => import('@scure/bip39/wordlists/japanese.js')],
  pt: ['portuguese', () => import('@scure/bip39/wordlists/portuguese.js')],
};

/** 55 bits. */
const WORDS = 5;

/** A random passphrase in the language of the page, or in English. The list is loaded when the first one is wanted. */
export async function generatePassphrase(): Promise<string> {
  const [part, load] = LISTS[locale()] ?? english;
  const { wordlist } = await later(part, load);
  // 2,048 divides 65,536: each word is as likely as any other.
  const numbers = crypto.getRandomValues(new Uint16Array(WORDS));
  return Array.from(numbers, (number) => wordlist[number % wordlist.length]!)
    .join(' ')
    .normalize('NFC');
}
