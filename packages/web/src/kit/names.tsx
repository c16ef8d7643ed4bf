import { visibleName } from '@tempshare/sdk/names';

/** A name that a stranger gave to themselves, a room or a request. */
export const Name = ({ of }: { of: string }) => <bdi>{visibleName(of)}</bdi>;

/** Characters of the name of a file that are shown at most, and how many of them at its end. */
const MOST = 72;
const AT_END = 28;

/** The name of a file in two parts, of which the second is its end; of a long name the middle is left out. */
export function partsOf(fileName: string): [beginning: string, end: string] {
  const characters = Array.from(visibleName(fileName));
  const dot = characters.lastIndexOf('.');
  if (characters.length > MOST)
    return [`${characters.slice(0, MOST - AT_END).join('')}…`, characters.slice(-AT_END).join('')];
  const at = dot > 0 ? dot : characters.length;
  return [characters.slice(0, at).join(''), characters.slice(at).join('')];
}

/** The name of a file on one line of text. */
export const shortName = (fileName: string): string => partsOf(fileName).join('');

/**
 * The name of a file: its end stands at the right, set apart, so that no letters that are written from right to left can
 * show it elsewhere.
 */
export function NameOfFile({ of }: { of: string }) {
  const [beginning, end] = partsOf(of);
  return (
    <span class="name" dir="ltr" title={visibleName(of)}>
      <bdi>{beginning}</bdi>
      <bdi>{end}</bdi>
    </span>
  );
}
