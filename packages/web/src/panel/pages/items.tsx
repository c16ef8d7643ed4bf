import { useLocation, useRoute } from 'preact-iso';
import { useId, useRef } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { api, at, call } from '../api.ts';
import { Choice } from '../kit/choice.tsx';
import { ListPages } from '../kit/list.tsx';
import { Loading, Page } from '../kit/page.tsx';
import { Copyable } from '../kit/shown-once.tsx';
import { Table } from '../kit/table.tsx';
import { useLoad } from '../load.ts';
import { queryOf } from '../query.ts';
import { useSession } from '../session.tsx';
import { Time } from '../times.tsx';
import {
  EndOf,
  KINDS,
  nameOf,
  SenderOf,
  StateOf,
  STATES,
  TitleBeside,
  viewsOf,
  type Item,
  type ItemKind,
} from './item-facts.tsx';
import { KeptLink, linkOf } from './item-link.tsx';
import { SharedItem } from './item.tsx';

const PATH = '/shared';
const FILTERS = ['kind', 'state', 'key', 'member', 'search'] as const;

/** Filter and page of the list, as the address has them. */
type Query = Partial<Record<(typeof FILTERS)[number] | 'cursor', string | undefined>>;

const addressOf = (query: Query): string => at(PATH) + queryOf(query);

/** Everything that was shared, or the item that the address names. */
export default function Shared() {
  const { id } = useRoute().params as { id?: string };
  return id === undefined ? <Items /> : <SharedItem key={id} id={id} />;
}

function Items() {
  const { user } = useSession();
  const { query, route } = useLocation() as { query: Query; route: (url: string) => void };
  const { cursor, ...asked } = query;
  const filter: Query = Object.fromEntries(FILTERS.map((name) => [name, asked[name] || undefined]));
  const kind = KINDS.find((each) => each === filter.kind);
  const state = STATES.find((each) => each === filter.state);
  const isFiltered = FILTERS.some((name) => filter[name]);
  const list = useLoad(
    (signal) => {
      const params = {
        ...(kind && { kind }),
        ...(state && { state }),
        ...(filter.key && { keyId: filter.key }),
        ...(filter.member && { memberId: filter.member }),
        ...(filter.search && { search: filter.search }),
        ...(cursor && { cursor }),
      };
      return call(() => api.GET('/items', { params: { query: params }, signal }));
    },
    [...FILTERS.map((name) => filter[name]), cursor],
  );
  const goTo = (changes: Query): void => route(addressOf({ ...filter, ...changes }));
  return (
    <Page title={t('nav.shared')} lead={t(user.role === 'member' ? 'shared.lead' : 'shared.lead.team')}>
      <Filters filter={filter} goTo={goTo} />
      <section class="panel-card">
        <Loading of={list}>
          {({ items, nextCursor }) => (
            <>
              {items.length === 0 ? (
                <Empty isFiltered={isFiltered || cursor !== undefined} />
              ) : (
                <List of={items} filter={filter} />
              )}
              <ListPages filter={filter} addressOf={addressOf} cursor={cursor} nextCursor={nextCursor} />
            </>
          )}
        </Loading>
      </section>
      <Program kind={kind} />
    </Page>
  );
}

const States = ({ filter }: { filter: Query }) => (
  <Choice
    label={t('hooks.state')}
    path={PATH}
    options={[
      [queryOf({ ...filter, state: '' }), t('hooks.all'), filter.state === undefined],
      ...STATES.map(
        (state) => [queryOf({ ...filter, state }), t(`became.${state}`), filter.state === state] as const,
      ),
    ]}
  />
);

/** Chips for the state, and a form for the kind and a search. */
function Filters({ filter, goTo }: { filter: Query; goTo: (changes: Query) => void }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const apply = (): void => {
    const values = new FormData(form.current!);
    goTo({ kind: values.get('kind') as string, search: (values.get('search') as string).trim() });
  };
  return (
    <div class="filters">
      <States filter={filter} />
      <form
        ref={form}
        key={queryOf(filter)}
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <label class="unseen" for={`${id}-kind`}>
          {t('shared.kind')}
        </label>
        <select id={`${id}-kind`} name="kind" onChange={apply}>
          <option value="">{t('shared.all-kinds')}</option>
          {KINDS.map((kind) => (
            <option key={kind} value={kind} selected={kind === filter.kind}>
              {t(`kind.${kind}`)}
            </option>
          ))}
        </select>
        <label class="unseen" for={`${id}-search`}>
          {t('shared.search')}
        </label>
        <input
          id={`${id}-search`}
          name="search"
          type="search"
          placeholder={t('shared.search')}
          defaultValue={filter.search ?? ''}
          maxLength={64}
          autoComplete="off"
          spellcheck={false}
        />
        <button type="submit">{t('shared.find')}</button>
        {FILTERS.some((name) => filter[name]) && (
          <a class="button" href={at(PATH)}>
            {t('shared.show-all')}
          </a>
        )}
      </form>
    </div>
  );
}

function List({ of, filter }: { of: readonly Item[]; filter: Query }) {
  const { user } = useSession();
  return (
    <Table
      caption={t('nav.shared')}
      rows={of}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('events.item'),
          cell: (item) => (
            <>
              <a href={at(`${PATH}/${item.id}`)}>
                <b>{nameOf(item)}</b>
              </a>{' '}
              {item.encryption === 'e2e' && <span class="chip mute">e2e</span>}
              <small>
                {(item.label ?? item.title) !== null && <>{t(`kind.${item.kind}`)} · </>}
                <TitleBeside of={item} end=" · " />
                <code dir="ltr">{item.shortCode ?? item.id}</code> ·{' '}
                {item.key ? (
                  <a href={`${at(PATH)}${queryOf({ ...filter, key: item.key.id })}`}>
                    <SenderOf of={item} isOwn={item.member?.id === user.id} />
                  </a>
                ) : (
                  <SenderOf of={item} isOwn={item.member?.id === user.id} />
                )}
              </small>
              {item.encryption === 'e2e' && linkOf(item, user.id) !== undefined && (
                <KeptLink item={item} link={linkOf(item, user.id)!} />
              )}
            </>
          ),
        },
        { title: t('hooks.state'), cell: (item) => <StateOf of={item} hasTime /> },
        {
          title: t('shared.views'),
          isTitled: ({ received }) => received === null,
          cell: (item) => viewsOf(item),
        },
        { title: t('shared.sent'), isTitled: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          title: t('keys.expires'),
          isTitled: ({ endedAt, expiresAt }) => endedAt === null && expiresAt !== null,
          cell: (item) => <EndOf of={item} />,
        },
      ]}
    />
  );
}

const Empty = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <p>{t('shared.none')}</p>
  ) : (
    <p>
      {t('shared.empty')} <a href={at('/')}>{t('shared.send')}</a>
    </p>
  );

/** Lists of the public API, by the kinds in them. */
const LISTS: Partial<Record<ItemKind, readonly [path: string, call: string]>> = {
  request: ['requests', 'requests'],
  drop: ['drops', 'drops'],
};

/** The same list for a program, with its own key. */
function Program({ kind }: { kind: ItemKind | undefined }) {
  const [path, resource] = (kind && LISTS[kind]) ?? ['transfers', 'transfers'];
  const address = `${location.origin}${at('/api/v1')}`;
  return (
    <details class="panel-card">
      <summary>{t('shared.program')}</summary>
      <Copyable label="curl" text={`curl ${address}/${path} -H "Authorization: Bearer $SERVICE_API_KEY"`} />
      <Copyable
        label="TypeScript"
        text={`import { Tempshare } from '@tempshare/sdk';

const tempshare = new Tempshare({ apiKey: process.env.SERVICE_API_KEY, baseUrl: '${address}' });
for await (const item of tempshare.${resource}.list()) console.log(item);`}
      />
    </details>
  );
}
