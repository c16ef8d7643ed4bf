import type { components } from '@tempshare/contract/account/types';
import { t } from '../../i18n.ts';
import { Select, type ValueOf } from '../kit/form.tsx';

type Member = components['schemas']['Member'];
type Fate = components['schemas']['Shared'];

/** Somebody or something that can take over what was shared. */
interface Heir {
  id: string;
  name: string;
}

/** The choice for everything a member or key has shared: kept, handed over to one of these heirs, or deleted. */
export const SharedSelect = ({ label, heirs }: { label: string; heirs: readonly Heir[] }) => (
  <Select
    name="shared"
    label={label}
    note={t('shared.note')}
    options={[
      ['keep', t('revoke.stays')],
      ...heirs.map(({ id, name }) => [id, t('revoke.hand', { name })] as const),
      ['end', t('shared.end')],
    ]}
  />
);

/** The choice, as operations take it. */
export function sharedOf(value: ValueOf): { shared: Fate; handOverTo?: string } {
  const choice = value('shared');
  return choice === 'keep' || choice === 'end'
    ? { shared: choice }
    : { shared: 'hand-over', handOverTo: choice };
}

/** Members who can take over what one of them has shared. Auditors only look. */
export const heirsOf = (members: readonly Member[], id: string): Member[] =>
  members.filter((one) => one.id !== id && one.role !== 'auditor');
