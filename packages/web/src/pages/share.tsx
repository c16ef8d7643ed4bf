import { peekShare, type LinkInfo, type OpenedShare } from '@tempshare/sdk/open';
import type { ComponentChildren } from 'preact';
import { toUnicode } from 'punycode/';
import { Card, Theirs } from '../kit/card.tsx';
import { Download, FileName } from '../kit/download.tsx';
import { Opening, type Offer } from '../kit/opening.tsx';
import { PassOn } from '../kit/pass-on.tsx';
import { useUnsaved } from '../kit/unsaved.ts';
import { Value } from '../kit/values.tsx';
import { start } from '../start.tsx';
import { t } from '../i18n.ts';

function offer(info: LinkInfo): Offer {
  const { oneTime } = info;
  const lead = oneTime ? 'once.lead' : 'many.lead';
  switch (info.kind) {
    case 'text':
      return { title: 'text.title', lead, button: oneTime ? 'once.open' : 'text.open' };
    case 'url':
      return { title: 'url.title', lead, button: oneTime ? 'once.open' : 'url.open' };
    case 'file':
      return {
        title: 'file.title',
        lead: oneTime ? 'file.once' : 'many.lead',
        button: oneTime ? 'file.open.once' : 'file.open',
        detail: <FileName {...info} />,
      };
    case 'debug':
      return { title: 'debug.title', lead, button: oneTime ? 'once.open' : 'debug.open' };
    default:
      return { title: 'share.title', lead, button: 'once.open' };
  }
}

function Text({ text, oneTime }: Extract<OpenedShare, { kind: 'text' }>) {
  useUnsaved(oneTime);
  return (
    <Card title={t('text.done')} follows>
      <Value label={t('text.done')} text={text} fileName="text.txt" lines />
      {oneTime && <p class="note">{t('text.once')}</p>}
    </Card>
  );
}

/** The destination as its host reads and as it is written in plain letters, which unmasks letters that look alike. */
function Destination({ targetUrl }: Extract<OpenedShare, { kind: 'url' }>) {
  const { host, href } = new URL(targetUrl);
  return (
    <Card title={t('url.done')} follows>
      <p class="host">
        <Theirs>{toUnicode(host)}</Theirs>
      </p>
      {host.includes('xn--') && <p class="lead">{t('url.ascii', { host })}</p>}
      <pre class="value" tabIndex={0} dir="ltr" aria-label={t('url.done')}>
        {href}
      </pre>
      <p class="lead">{t('url.warn')}</p>
      <div class="buttons">
        <button type="button" class="main" onClick={() => location.replace(href)}>
          {t('url.go', { host })}
        </button>
      </div>
      <PassOn link={href} />
    </Card>
  );
}

const Diagnostics = ({ diagnostics, logs }: Extract<OpenedShare, { kind: 'debug' }>) => (
  <Card title={t('debug.done')} follows>
    {diagnostics !== undefined && (
      <Value label={t('debug.done')} text={diagnostics} fileName="diagnostics.txt" lines masked />
    )}
    {logs !== undefined && (
      <>
        <h2>{t('debug.logs')}</h2>
        <Value label={t('debug.logs')} text={logs} fileName="logs.txt" lines masked />
      </>
    )}
    <p class="note">{t('debug.masked')}</p>
  </Card>
);

function shown(opened: OpenedShare, again: () => void): ComponentChildren {
  switch (opened.kind) {
    case 'text':
      return <Text {...opened} />;
    case 'url':
      return <Destination {...opened} />;
    case 'file':
      return <Download {...opened} again={again} />;
    case 'debug':
      return <Diagnostics {...opened} />;
  }
}

start(() => (
  <Opening peek={peekShare} title="share.title" offer={offer}>
    {shown}
  </Opening>
));
