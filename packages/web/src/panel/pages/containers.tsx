import type { OfferedLifetimes } from '@tempshare/contract';
import { useRoute } from 'preact-iso';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { size, t } from '../../i18n.ts';
import { at, pathOf } from '../api.ts';
import { Form, Input, type ValueOf } from '../kit/form.tsx';
import { Page } from '../kit/page.tsx';
import { fetchOffered, useLimits } from '../limits.ts';
import type { PanelRoute } from '../routes.ts';
import { useSession } from '../session.tsx';
import { callerOf } from '../v1.ts';
import { createContainer, type Container, type ContainerKind } from './create-containers.ts';
import { QuotaNotes } from './quota-bars.tsx';
import { Ready, type Made } from './ready.tsx';
import { CreateNav, LabelInput, LifetimeSelect } from './send-fields.tsx';
import { forgetItems, labelOf } from './send-items.ts';

const ROUTES: Record<ContainerKind, PanelRoute> = {
  request: '/new/request',
  room: '/new/room',
  drop: '/new/inbox',
};

/** Properties of the body of a create. */
const NAMES = { request: 'title', room: 'name', drop: 'label' } as const;
const LIFETIMES = { request: 'expiration', room: 'ttlHours' } as const;

/** Creates a request, a room or an inbox, as the address says. */
export default function Containers() {
  const { path } = useRoute();
  const kind = (Object.keys(ROUTES) as ContainerKind[]).find((each) => ROUTES[each] === pathOf(path))!;
  return <Create key={kind} kind={kind} />;
}

function Create({ kind }: { kind: ContainerKind }) {
  const [made, setMade] = useState<{ one: Made; choices: Container }>();
  const [offered, setOffered] = useState<OfferedLifetimes>();
  const callV1 = callerOf(useSession().user.id);
  const again = (): void => {
    setMade(undefined);
    forgetItems();
  };
  const create = async (value: ValueOf): Promise<void> => {
    // The choice may not have been there yet.
    const { chosen } = await offeredFor(kind);
    const container = containerOf(kind, value, chosen);
    const sent = await createContainer(container, callV1);
    forgetItems();
    setMade({
      one: { item: { id: 0, kind, name: container.name }, sent, retry: () => Promise.resolve(sent) },
      choices: container,
    });
  };
  useEffect(() => void offeredFor(kind).then(setOffered), []);
  useEffect(() => {
    // Loads the client and a token before the button is pressed.
    callV1(() => Promise.resolve()).catch(() => undefined);
  }, []);
  // The browser may keep the page when it is left, and a page that is left shows no link or PIN.
  useLayoutEffect(() => {
    addEventListener('pagehide', again);
    return () => {
      removeEventListener('pagehide', again);
      forgetItems();
    };
  }, []);
  if (made) return <Ready made={[made.one]} passphrase={undefined} choices={made.choices} onAgain={again} />;
  return (
    <Page title={t(`new.${kind}`)} lead={t(`new.${kind}.lead`)}>
      <CreateNav here={ROUTES[kind]} />
      <section class="panel-card create">
        <Form send={t(`new.${kind}.create`)} onSend={create}>
          <Fields kind={kind} offered={offered} />
          <QuotaNotes of={[{ bytes: 0 }]} />
        </Form>
        <p class="note">{t(kind === 'room' ? 'new.room.sealed' : 'new.server')}</p>
      </section>
      <p>
        <a href={`${at('/shared')}?kind=${kind}`}>{t(`new.${kind}.all`)}</a>
      </p>
    </Page>
  );
}

interface FieldsProps {
  kind: ContainerKind;
  offered: OfferedLifetimes | undefined;
}

/** The fields of a kind, and how much one holds. */
function Fields({ kind, offered }: FieldsProps) {
  const { lengths, containers } = useLimits();
  return (
    <>
      <Input
        name={NAMES[kind]}
        label={t(`new.${kind}.name`)}
        note={t(`new.${kind}.name.note`)}
        autoComplete="off"
        maxLength={lengths.name}
      />
      {kind !== 'drop' && (
        <div class="choices">
          <LifetimeSelect name={LIFETIMES[kind]} offered={offered} />
          {kind === 'room' && (
            <Input
              name="password"
              label={t('field.password')}
              note={t('send.password.note')}
              isOptional
              autoComplete="off"
              maxLength={lengths.password}
            />
          )}
          <LabelInput maxLength={lengths.label} />
        </div>
      )}
      <p class="note">
        {t(kind === 'request' ? 'new.holds.files' : 'new.holds', {
          count: containers[kind].items,
          total: size(containers[kind].bytes),
        })}
      </p>
    </>
  );
}

/** The longest lifetime of a room. */
const MOST_HOURS_OF_ROOM = 720;
const HOUR_SECONDS = 3600;

/** Lifetimes that are offered for this kind. A room always ends. */
async function offeredFor(kind: ContainerKind): Promise<OfferedLifetimes> {
  const offered = await fetchOffered();
  if (kind !== 'room') return offered;
  const within = offered.seconds.filter((each) => each !== null && each / HOUR_SECONDS <= MOST_HOURS_OF_ROOM);
  const seconds = within.length > 0 ? within : [24 * HOUR_SECONDS];
  return { seconds, chosen: seconds.includes(offered.chosen) ? offered.chosen : seconds.at(-1)! };
}

function lifetimeOf(kind: ContainerKind, value: ValueOf, usual: number | null): number | null {
  const chosen = kind === 'drop' ? 'null' : value(LIFETIMES[kind]) || String(usual);
  return chosen === 'null' ? null : Number(chosen);
}

const containerOf = (kind: ContainerKind, value: ValueOf, usual: number | null): Container => ({
  kind,
  name: value(NAMES[kind]).trim(),
  lifetime: lifetimeOf(kind, value, usual),
  password: kind === 'room' ? value('password') : '',
  label: kind === 'drop' ? '' : labelOf(value('label')),
});
