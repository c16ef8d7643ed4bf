import { eventTypes } from '@tempshare/contract';
import type { EventType, WebhookEndpoint, WebhookRedelivery } from '@tempshare/sdk/types';
import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { at } from '../api.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Form, Input, Select, type ValueOf } from '../kit/form.tsx';
import { Loading } from '../kit/page.tsx';
import { useLoad } from '../load.ts';
import { useSource } from '../source.tsx';
import { DAY, relative } from '../times.tsx';

const HOUR = 3_600_000;
/** Hours for which the earlier secret signs beside the new one. */
const OVERLAPS = [0, 1, 24, 72, 168];

interface DialogProps {
  of: WebhookEndpoint;
  onClose: () => void;
}

interface EventChecksProps {
  /** Null: all, and those to come. */
  chosen: readonly EventType[] | null;
  onChoose: (chosen: EventType[] | null) => void;
}

/** Which events an endpoint gets. */
export function EventChecks({ chosen, onChoose }: EventChecksProps) {
  const toggle = (type: EventType): void =>
    onChoose(eventTypes.filter((each) => (each === type) !== (chosen ?? []).includes(each)));
  return (
    <fieldset class="scopes">
      <legend>{t('hooks.events')}</legend>
      <label class="check">
        <input
          type="checkbox"
          checked={chosen === null}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked ? null : [])}
        />
        <span>
          {t('hooks.all-events')}
          <small>{t('hooks.by-name')}</small>
        </span>
      </label>
      {chosen !== null &&
        eventTypes.map((type) => (
          <label key={type} class="check">
            <input type="checkbox" checked={chosen.includes(type)} onChange={() => toggle(type)} />
            <span>
              {t(`event.${type}`)}
              <small dir="ltr">{type}</small>
            </span>
          </label>
        ))}
      {chosen?.length === 0 && <p class="wrong">{t('keys.none-chosen')}</p>}
    </fieldset>
  );
}

/** Address and description of an endpoint. */
export const EndpointFields = ({ of }: { of?: WebhookEndpoint }) => (
  <>
    <Input
      name="url"
      label={t('hooks.url')}
      note={t('hooks.url.note')}
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      maxLength={2048}
      {...(of && { defaultValue: of.url })}
    />
    <Input
      name="description"
      label={t('hooks.description')}
      autoComplete="off"
      maxLength={200}
      isOptional
      {...(of?.description && { defaultValue: of.description })}
    />
  </>
);

/** Changes address, description and events. */
export function EditEndpoint({ of, onClose, onDone }: DialogProps & { onDone: () => Promise<void> }) {
  const { callV1 } = useSource();
  const [events, setEvents] = useState<readonly EventType[] | null>(of.events);
  return (
    <Dialog title={t('hooks.edit')} onClose={onClose}>
      <Form
        send={t('edit.send')}
        onCancel={onClose}
        onSend={async (value) => {
          const changed = {
            ...(value('url') !== of.url && { url: value('url') }),
            description: value('description') || null,
            events: events && [...events],
          };
          await callV1((client) => client.webhookEndpoints.update(of.id, changed));
          await onDone();
        }}
      >
        <EndpointFields of={of} />
        <EventChecks chosen={events} onChoose={setEvents} />
      </Form>
    </Dialog>
  );
}

/** Makes a new signing secret. */
export function RotateSecret({
  of,
  onClose,
  onCreated,
}: DialogProps & { onCreated: (secret: string) => void }) {
  const { callV1 } = useSource();
  return (
    <Dialog title={t('hooks.rotate')} onClose={onClose}>
      <p class="lead">{t('hooks.rotate.lead')}</p>
      <Form
        send={t('rotate.send')}
        onCancel={onClose}
        onSend={async (value) => {
          const overlapHours = Number(value('overlap'));
          const { secret } = await callV1((client) =>
            client.webhookEndpoints.rotateSecret(of.id, { overlapHours }),
          );
          onCreated(secret);
        }}
      >
        <Select
          name="overlap"
          label={t('rotate.overlap')}
          value="24"
          options={OVERLAPS.map((hours) => [
            String(hours),
            hours === 0 ? t('rotate.now') : relative(hours * HOUR),
          ])}
        />
      </Form>
    </Dialog>
  );
}

/** Removes an endpoint for good. */
export function RemoveEndpoint({ of, onClose, onDone }: DialogProps & { onDone: () => void }) {
  const { callV1 } = useSource();
  return (
    <Dialog title={t('hooks.remove.title')} onClose={onClose}>
      <p class="lead">{t('hooks.remove.lead')}</p>
      <Form
        send={t('hooks.remove')}
        onCancel={onClose}
        isGrave
        onSend={async () => {
          await callV1((client) => client.webhookEndpoints.delete(of.id));
          onDone();
        }}
      />
    </Dialog>
  );
}

interface Example {
  webhooks: Record<
    string,
    {
      post: {
        requestBody: { content: Record<string, { examples: Record<string, { value: unknown }> }> };
      };
    }
  >;
}

/** The contract's example of each event, which a test sends. */
async function fetchExamples(signal: AbortSignal): Promise<(type: EventType) => string> {
  const response = await fetch(at('/api/v1/openapi.json'), { signal });
  const { webhooks } = (await response.json()) as Example;
  return (type) => {
    const { examples } = webhooks[type]!.post.requestBody.content['application/json']!;
    return JSON.stringify({ ...(examples.event!.value as object), livemode: false, test: true }, null, 2);
  };
}

/** Sends an example of an event of a chosen type. */
export function TestEvent({ of, onClose, onDone }: DialogProps & { onDone: () => Promise<void> }) {
  const { callV1 } = useSource();
  const [first] = of.events ?? eventTypes;
  const [type, setType] = useState<EventType>(first);
  const examples = useLoad(fetchExamples);
  return (
    <Dialog title={t('hooks.test')} onClose={onClose}>
      <p class="lead">{t('hooks.test.lead')}</p>
      <Form
        send={t('hooks.test.send')}
        onCancel={onClose}
        onSend={async () => {
          await callV1((client) => client.webhookEndpoints.test(of.id, { type }));
          await onDone();
        }}
      >
        <Select
          name="type"
          label={t('hooks.event')}
          value={type}
          onValue={(value) => setType(value as EventType)}
          options={eventTypes.map((each) => [each, `${t(`event.${each}`)} (${each})`])}
        />
        <Loading of={examples}>
          {(exampleOf) => (
            <pre class="value json" tabIndex={0} dir="ltr" aria-label={t('hooks.test.payload')}>
              {exampleOf(type)}
            </pre>
          )}
        </Loading>
      </Form>
    </Dialog>
  );
}

const PERIODS = [HOUR, DAY, 7 * DAY, 30 * DAY];

/** Redelivers what has failed since a time. */
export function RedeliverFailed({
  of,
  onClose,
  onBegun,
}: DialogProps & { onBegun: (begun: WebhookRedelivery) => void }) {
  const { callV1 } = useSource();
  return (
    <Dialog title={t('hooks.redeliver-failed')} onClose={onClose}>
      <p class="lead">{t('hooks.redeliver-failed.lead')}</p>
      <Form
        send={t('hooks.redeliver')}
        onCancel={onClose}
        onSend={async (value: ValueOf) => {
          const from = new Date(Date.now() - Number(value('since'))).toISOString();
          onBegun(await callV1((client) => client.webhookEndpoints.redeliveries.create(of.id, { from })));
        }}
      >
        <Select
          name="since"
          label={t('hooks.since')}
          value={String(DAY)}
          options={PERIODS.map((ms) => [String(ms), relative(-ms)])}
        />
      </Form>
    </Dialog>
  );
}
