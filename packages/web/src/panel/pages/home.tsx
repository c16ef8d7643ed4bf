import { t, type Key } from '../../i18n.ts';
import { at } from '../api.ts';
import { Page } from '../kit/page.tsx';
import type { PanelRoute } from '../routes.ts';
import { useSession } from '../session.tsx';

const NEXT: readonly [route: PanelRoute, title: Key, lead: Key][] = [
  ['/developers/keys', 'nav.keys', 'start.keys.lead'],
  ['/admin/members', 'nav.members', 'start.members.lead'],
  ['/admin/audit', 'nav.audit', 'start.audit.lead'],
  ['/account', 'nav.account', 'start.account.lead'],
];

/** The start page of those who send nothing. */
export function Home() {
  const { user, account } = useSession();
  return (
    <Page
      title={t('start.title', { name: user.name })}
      lead={t('start.lead', { team: account.name, role: t(`role.${user.role}`) })}
    >
      <ul class="next">
        {NEXT.map(([route, title, lead]) => (
          <li key={title} class="panel-card">
            <a href={at(route)}>{t(title)}</a>
            <p>{t(lead)}</p>
          </li>
        ))}
      </ul>
    </Page>
  );
}
