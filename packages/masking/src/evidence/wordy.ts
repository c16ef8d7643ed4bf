/** The 150 commonest pairs of letters in names in code: words hold mostly these, random letters one in five. */
const PAIRS = (
  'in on er re ti te es ed at ng en nt an io co le st ra de se or al ec it ri li ar ns ta ce ve ct nd di ro ic tr me si ch ne nc is ca un pr pa pe ge ac el ma et lo la ha ou ll ea ad ts he po as ur ni na ss rt to om mi ' +
  'bl rs ab mp im fi ap ex su ol ut ly th us ie pl sc id il pt em cr os fo ul mo vi sp iv ig ee ck ot am ke sh op ia ag ow no oc ip da ai ci ef fe ty rr so hi rm ep cl ir od cu be iz pp ov ho tu if rc ev ff sa tt qu pi up'
).split(' ');

/** {@link PAIRS} by the places of both letters in the alphabet. */
const COMMON = new Uint8Array(26 * 26);
for (const pair of PAIRS) COMMON[(pair.charCodeAt(0) - 97) * 26 + pair.charCodeAt(1) - 97] = 1;

/** Whether a text is made of words, with at most a few digits, as names are. */
export function isWordy(text: string): boolean {
  let [letters, words, pairs, common, digits, groups, inner] = [0, 0, 0, 0, 0, 0, 0];
  let [beforeDigits, last] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isDigit(code)) {
      digits++;
      if (!isDigit(last)) {
        groups++;
        beforeDigits = last;
      }
    } else if (isLetter(code)) {
      letters++;
      if (isDigit(last) && isLetter(beforeDigits)) inner++;
      if (!isLetter(last) || (code < 97 && last >= 97)) words++;
      else {
        pairs++;
        common += COMMON[((last | 32) - 97) * 26 + (code | 32) - 97] as number;
      }
    }
    last = code;
  }
  if (digits > 6 || groups > 3 || inner > 1 || pairs === 0 || letters / words < 2.6) return false;
  // Words that are joined are names even where they are abbreviated.
  return common / pairs >= (digits === 0 && /[-_.]/.test(text) ? 0.4 : 0.62);
}

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
export const isLetter = (code: number): boolean => isLower(code) || (code >= 65 && code <= 90);
export const isLower = (code: number): boolean => code >= 97 && code <= 122;
