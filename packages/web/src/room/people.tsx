import type { OpenedMessage } from '@tempshare/sdk/open';
import { Theirs } from '../kit/card.tsx';
import { useNow } from '../kit/chips.tsx';
import { t } from '../words.ts';

const LATELY_MS = 15 * 60_000;
const MOST = 12;

/** Who wrote in the last quarter of an hour; who only reads is not known to anybody. */
export function People({ messages }: { messages: OpenedMessage[] }) {
  const now = useNow();
  const lately = messages.filter(({ createdAt }) => now - Date.parse(createdAt) < LATELY_MS).reverse();
  const names = [...new Set(lately.map(({ author }) => author).filter((author) => author !== undefined))];
  return (
    <ul class="people" aria-label={t('room.people')}>
      <li aria-hidden="true">{t('room.people')}</li>
      {names.slice(0, MOST).map((name) => (
        <li key={name}>
          <Theirs>{name}</Theirs>
        </li>
      ))}
      {lately.some(({ author, from }) => !author && from === 'owner') && <li>{t('room.owner')}</li>}
      {lately.some(({ author, from }) => !author && from === 'guest') && <li>{t('room.guest')}</li>}
      {names.length > MOST && <li>…</li>}
      {lately.length === 0 && <li>–</li>}
    </ul>
  );
}
