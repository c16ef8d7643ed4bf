import { peekSecret, type OpenedSecret } from '@tempshare/sdk/open';
import { Card } from '../kit/card.tsx';
import { Opening } from '../kit/opening.tsx';
import { useUnsaved } from '../kit/unsaved.ts';
import { Value } from '../kit/values.tsx';
import { start } from '../start.tsx';
import { t } from '../i18n.ts';

function Revealed({ secret }: OpenedSecret) {
  useUnsaved(true);
  return (
    <Card title={t('secret.done')} follows>
      <Value label={t('secret.value')} text={secret} hidden />
      <p class="note">{t('secret.keep')}</p>
    </Card>
  );
}

start(() => (
  <Opening
    peek={peekSecret}
    title="secret.title"
    offer={() => ({ title: 'secret.title', lead: 'secret.lead', button: 'once.open' })}
  >
    {(opened) => <Revealed {...opened} />}
  </Opening>
));
