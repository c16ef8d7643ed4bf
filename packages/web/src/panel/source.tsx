import type { components } from '@tempshare/contract/account/types';
import { useLocation } from 'preact-iso';
import { createContext, Fragment, type ComponentChildren } from 'preact';
import { useContext, useRef } from 'preact/hooks';
import { t } from '../i18n.ts';
import { api, at, call } from './api.ts';
import { Select } from './kit/form.tsx';
import { Loading } from './kit/page.tsx';
import { useLoad } from './load.ts';
import { queryOf, type Parameters } from './query.ts';
import { useSession } from './session.tsx';
import { callerOf, type CallV1 } from './v1.ts';

type Key = components['schemas']['Key'];

/** Value of `key` in an address for the key of this person's pages. */
const PAGES = 'pages';

/** Key whose webhooks and events are shown. */
export interface Source {
  callV1: CallV1;
  /** Query of an address about the same key, with these further parameters. Empty ones are left out. */
  query: (parameters?: Parameters) => string;
  /** Address of a page about the same key. */
  link: (path: string, parameters?: Parameters) => string;
}

const SourceOf = createContext<Source | undefined>(undefined);

export const useSource = (): Source => useContext(SourceOf)!;

const sourceOf = (userId: string, key: string): Source => ({
  callV1: callerOf(userId, key === PAGES ? undefined : key),
  query: (parameters = {}) => queryOf({ ...parameters, key }),
  link: (path, parameters = {}) => at(path) + queryOf({ ...parameters, key }),
});

interface OfKeyProps {
  /** The page that a choice opens, and what it keeps of the address. */
  path: string;
  kept?: Parameters;
  children: ComponentChildren;
}

/**
 * The choice of a key, which the address names, and below it what is about that key. Without a choice it is the only API key,
 * or else what was sent from pages.
 */
export function OfKey({ path, kept = {}, children }: OfKeyProps) {
  const { user } = useSession();
  const { query, route } = useLocation() as { query: { key?: string }; route: (url: string) => void };
  const found = useLoad(async (signal) => {
    const params = { query: { utcOffset: 0 } };
    const { keys } = await call(() => api.GET('/keys', { params, signal }));
    return keys.filter(({ state }) => state === 'active');
  });
  // A key that is made meanwhile does not change what is shown.
  const first = useRef<string>(undefined);
  return (
    <Loading of={found}>
      {(keys) => {
        first.current ??= keys.length === 1 ? keys[0]!.id : PAGES;
        const key = query.key ?? first.current;
        return (
          <SourceOf.Provider value={sourceOf(user.id, key)}>
            <Select
              name="key"
              label={t('source')}
              note={t('source.note')}
              value={key}
              options={optionsOf(keys, key)}
              onValue={(value) => route(at(path) + queryOf({ ...kept, key: value }))}
            />
            <Fragment key={key}>{children}</Fragment>
          </SourceOf.Provider>
        );
      }}
    </Loading>
  );
}

/** The pages, the keys, and the key of the address if it is another one. */
function optionsOf(keys: readonly Key[], key: string): (readonly [value: string, text: string])[] {
  const named = keys.map(
    ({ id, name, secrets: [secret] }) => [id, `${name} …${secret?.last4 ?? ''}`] as const,
  );
  const isKnown = key === PAGES || keys.some(({ id }) => id === key);
  return [[PAGES, t('source.pages')], ...named, ...(isKnown ? [] : [[key, key] as const])];
}
