import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { t } from '../../i18n.ts';
import { Form, Input } from './form.tsx';

/** Parameters of an address. */
type Query = Partial<Record<string, string | undefined>>;

/** A filter whose fields have the names of their parameters. */
interface Filtered {
  names: readonly string[];
  filter: Query;
  /** Address of the list with these parameters. */
  addressOf: (query: Query) => string;
}

/** The filter of a list: the fields given, and the first and last day of its rows. */
export function ListFilter({
  names,
  filter,
  addressOf,
  children,
}: Filtered & { children: ComponentChildren }) {
  const { route } = useLocation();
  const isFiltered = names.some((name) => filter[name]);
  return (
    <details class="panel-card" open={isFiltered}>
      <summary>{t('events.filter')}</summary>
      <Form
        key={addressOf(filter)}
        send={t('events.apply')}
        {...(isFiltered && { onCancel: () => route(addressOf({})) })}
        onSend={async (value) =>
          route(addressOf(Object.fromEntries(names.map((name) => [name, value(name).trim()]))))
        }
      >
        {children}
        <Input name="from" label={t('events.from')} type="date" defaultValue={filter.from ?? ''} isOptional />
        <Input
          name="until"
          label={t('events.until')}
          type="date"
          defaultValue={filter.until ?? ''}
          isOptional
        />
      </Form>
    </details>
  );
}

/** Links to the newest rows of a list and to older ones. */
export const ListPages = ({
  filter,
  addressOf,
  cursor,
  nextCursor,
}: Omit<Filtered, 'names'> & { cursor: string | undefined; nextCursor: string | null }) => (
  <nav class="buttons" aria-label={t('hooks.pages')}>
    {cursor !== undefined && (
      <a class="button" href={addressOf(filter)}>
        {t('audit.newest')}
      </a>
    )}
    {nextCursor !== null && (
      <a class="button" href={addressOf({ ...filter, cursor: nextCursor })}>
        {t('audit.older')}
      </a>
    )}
  </nav>
);
