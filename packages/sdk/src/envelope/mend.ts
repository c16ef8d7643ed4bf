/** Longest link that is read, in characters. Those of the service have some 200. */
const longest = 4_096;

/** Undoes percent-encoding, however often applied, and removes characters that nobody sees. */
export function plain(text: string): string {
  if (text.length > longest) return '';
  const decoded = text.replace(/(%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
  return decoded === text ? text.replace(/\p{DI}/gu, '') : plain(decoded);
}

/**
 * Reads a word of at most 43 characters at the beginning of a plain text that mail or chat has bent. Returns every word
 * that it can be: none if characters are missing, more than one if it is not clear which ones were added.
 */
export function readings(bent: string, isWord: (word: string) => unknown): string[] {
  const text = bent.replace(/^[^\w-]+/, '');
  // Some programs hyphenate where they break the line, others break it behind a hyphen of the word.
  return [text, text.replace(/-(?=\s*\n)/g, '')].flatMap((text) => {
    let word = '';
    // Blanks, line breaks with the = of quoted-printable or the > of a quotation, and the backslashes of Markdown.
    for (const piece of text.split(/[\s=\\>]+/)) {
      const part = piece.replace(/[^\w-].*/, '');
      word += part;
      // No word ends with these: they are marks of emphasis, or what a program took to be a part of the link.
      const bare = word.replace(/[-_]+$/, '');
      if (isWord(bare)) return bare;
      if (part !== piece) break;
    }
    return [];
  });
}
