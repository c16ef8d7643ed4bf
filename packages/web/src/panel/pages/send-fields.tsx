import type { OfferedLifetimes } from '@tempshare/contract';
import { t, type Key } from '../../i18n.ts';
import { at } from '../api.ts';
import { Input, Select } from '../kit/form.tsx';
import { lasting } from '../limits.ts';
import type { PanelRoute } from '../routes.ts';

interface LifetimeSelectProps {
  /** The property of the body that has it. */
  name: string;
  offered: OfferedLifetimes | undefined;
}

/** Choice of a lifetime in seconds, or `null`. */
export const LifetimeSelect = ({ name, offered }: LifetimeSelectProps) => (
  <Select
    name={name}
    label={t('keys.expires')}
    value={String(offered?.chosen)}
    options={(offered?.seconds ?? []).map((each) => [String(each), lasting(each)] as const)}
  />
);

/** The owner's own name for it. */
export const LabelInput = ({ maxLength }: { maxLength: number }) => (
  <Input
    name="label"
    label={t('send.name')}
    note={t('send.name.note')}
    isOptional
    autoComplete="off"
    maxLength={maxLength}
  />
);

const WAYS: readonly (readonly [route: PanelRoute, title: Key])[] = [
  ['/', 'nav.send'],
  ['/new/request', 'new.request'],
  ['/new/room', 'new.room'],
  ['/new/inbox', 'new.drop'],
];

/** Ways between the pages on which something is created. */
export const CreateNav = ({ here }: { here: PanelRoute }) => (
  <nav class="presets choice" aria-label={t('new.kinds')}>
    {WAYS.map(([route, title]) => (
      <a key={route} class="chip" href={at(route)} aria-current={route === here ? 'page' : undefined}>
        {t(title)}
      </a>
    ))}
  </nav>
);
