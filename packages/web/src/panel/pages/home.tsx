import { t, type Key } from '../../i18n.ts';
import { at } from '../api.ts';
import { Page } from '../kit/page.tsx';
import type { PanelRoute } from '../routes.ts';
import { useSession } from '../session.tsx';

/** The start page: next steps for this role. */
export function Home() {
  const { user, account, may } = useSession();
  const next: [shown: boolean, route: PanelRoute, title: Key, lead: Key][] = [
    [may('createKey'), '/developers/quick-start', 'start.quick', 'start.quick.lead'],
    [may('createKey'), '/developers/keys', 'start.key', 'start.key.lead'],
    [!may('createKey') && may('listKeys'), '/developers/keys', 'nav.keys', 'start.keys.lead'],
    [may('createInvitation'), '/admin/members', 'start.invite', 'start.invite.lead'],
    [!may('createInvitation') && may('listMembers'), '/admin/members', 'nav.members', 'start.members.lead'],
    [may('listAuditEntries'), '/admin/audit', 'nav.audit', 'start.audit.lead'],
    [true, '/account', 'nav.account', 'start.account.lead'],
  ];
  return (
    <Page
      title={t('start.title', { name: user.name })}
      lead={t('start.lead', { team: account.name, role: t(`role.${user.role}`) })}
    >
      <ul class="next">
        {next
          .filter(([shown]) => shown)
          .map(([, route, title, lead]) => (
            <li key={title} class="panel-card">
              <a href={at(route)}>{t(title)}</a>
              <p>{t(lead)}</p>
            </li>
          ))}
      </ul>
    </Page>
  );
}
