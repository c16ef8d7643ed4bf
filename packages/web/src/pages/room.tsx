import { visibleName } from '@tempshare/sdk/names';
import { peekRoom, type OpenedRoom, type PeekedLink, type Room } from '@tempshare/sdk/open';
import { useRef, useState } from 'preact/hooks';
import { cleanLink } from '../address.ts';
import { failureOf, type Failure } from '../failure.ts';
import { Card } from '../kit/card.tsx';
import { Chips } from '../kit/chips.tsx';
import { Field, Form } from '../kit/field.tsx';
import { Looking } from '../kit/looking.tsx';
import { Password } from '../kit/password.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useWork } from '../kit/work.ts';
import { Inside } from '../room/inside.tsx';
import { start } from '../start.tsx';
import { t } from '../i18n.ts';

/** Failures that the person can correct before entering. */
const AT_THE_DOOR = new Set<Failure['kind'] | undefined>([undefined, 'password']);

/** Enters a room under a name, with a password if it needs one. */
function useEntering(found: PeekedLink<OpenedRoom>, name: string, password: string) {
  const [room, setRoom] = useState<Room>();
  const [wrong, setWrong] = useState(0);
  /** The password that was sent last, as typed or cleaned. */
  const sent = useRef<string>(undefined);
  const { busy, failure, setFailure, during } = useWork();
  const { requiresPassword } = found;
  const open = async (given = sent.current ?? password): Promise<undefined> => {
    sent.current = given;
    const opened = await found.open({
      ...(requiresPassword && { password: given }),
      ...(name !== '' && { author: name }),
    });
    setRoom(opened.room);
  };
  const enter = (given = password) =>
    during(() =>
      open(given).catch((error: unknown) => {
        setWrong((before) => before + 1);
        throw error;
      }),
    );
  const retry = (): void => void open().catch(failureOf).then(setFailure);
  return { room, wrong, busy, failure, enter, retry };
}

/** The door of a room: a name, and a password where there is one. */
function Door({ found }: { found: PeekedLink<OpenedRoom> }) {
  const [author, setAuthor] = useState('');
  const [password, setPassword] = useState('');
  const [unseen, setUnseen] = useState(false);
  const name = visibleName(author);
  const isBlank = author !== '' && name === '';
  const { room, wrong, busy, failure, enter, retry } = useEntering(found, name, password);
  const tryIt = (given?: string): void => {
    if (busy) return;
    setUnseen(isBlank);
    if (!isBlank) void enter(given);
  };
  if (room) return <Inside room={room} author={name} link={cleanLink()} />;
  if (failure && !AT_THE_DOOR.has(failure.kind)) return <Trouble failure={failure} retry={retry} byItself />;
  return (
    <Card title={t('room.title')}>
      <p class="lead">{t('room.lead')}</p>
      <Chips {...found} />
      <Form onSend={() => tryIt()}>
        <Field
          label={t('room.name')}
          value={author}
          onValue={setAuthor}
          wrong={unseen && isBlank ? t('room.name.wrong') : undefined}
          isOptional
          maxLength={80}
        />
        {found.requiresPassword && (
          <Password value={password} onValue={setPassword} wrong={failure ? wrong : 0} onTry={tryIt} />
        )}
        <div class="buttons">
          <button type="submit" class="main" aria-disabled={busy}>
            {t(busy ? 'working' : 'room.enter')}
          </button>
        </div>
      </Form>
    </Card>
  );
}

start(() => (
  <Looking peek={peekRoom} title="room.title" take={(found) => found}>
    {(found) => <Door found={found} />}
  </Looking>
));
