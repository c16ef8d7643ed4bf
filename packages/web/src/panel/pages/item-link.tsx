import { useState } from 'preact/hooks';
import { locale, t } from '../../i18n.ts';
import { copyText } from '../../kit/copy.ts';
import { at } from '../api.ts';
import { keptLink } from '../links.ts';
import { nameOf, type Item } from './item-facts.tsx';

/** Folders of links, by kind; others have none. */
const FOLDERS: Partial<Record<Item['kind'], string>> = {
  secret: 'secret/',
  request: 'request/',
  room: 'room/',
  drop: 'drop/',
};

/**
 * The link of an item of this person that can be used. One that is sealed end to end has its key in the link alone, which
 * nobody but this tab has if it was made here.
 */
export function linkOf(
  { id, kind, encryption, endReason, member }: Item,
  userId: string,
): string | undefined {
  if (endReason !== null || member?.id !== userId) return undefined;
  if (encryption === 'e2e') return keptLink(id);
  return `${location.origin}${at(`/${locale()}/${FOLDERS[kind] ?? ''}${id}`)}`;
}

interface ItemLinkProps {
  item: Item;
  link: string;
}

/** Opens an item as those who have its link do. */
export const OpenLink = ({ item, link }: ItemLinkProps) => (
  <a class="button small" href={link} target="_blank" rel="noopener noreferrer">
    {t('shared.open')} <bdi class="unseen">{nameOf(item)}</bdi>
  </a>
);

/** Opens an item that this tab has sealed, or copies its link again. */
export function KeptLink({ item, link }: ItemLinkProps) {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => setSaid((await copyText(link)) ? t('copied') : link);
  return (
    <span class="kept">
      <button type="button" class="small" onClick={() => void copy()}>
        {t('shared.copy')} <bdi class="unseen">{nameOf(item)}</bdi>
      </button>
      <OpenLink item={item} link={link} />
      <small role="status">{said}</small>
    </span>
  );
}
