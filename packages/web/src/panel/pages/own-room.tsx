import { visibleName } from '@tempshare/sdk/names';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { FailedLine } from '../../kit/failed-line.tsx';
import { Field, Form } from '../../kit/field.tsx';
import { Password } from '../../kit/password.tsx';
import { useWork } from '../../kit/work.ts';
import { Inside } from '../../room/inside.tsx';
import { t } from '../../i18n.ts';
import { useSession } from '../session.tsx';
import { callerOf, clientOf } from '../v1.ts';

interface OwnRoomProps {
  link: string;
  hasPassword: boolean;
  /** Gives what is shown in place of the page from then on. */
  onEnter: (room: ComponentChildren) => void;
  onLeave: () => void;
}

/** The door of a room for its owner, whose messages are marked as theirs. */
export function OwnRoom({ link, hasPassword, onEnter, onLeave }: OwnRoomProps) {
  const { user } = useSession();
  const [author, setAuthor] = useState(user.name);
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState(0);
  const { busy, failure, during } = useWork();
  const opening = useRef(false);
  const enter = (given = password): void => {
    if (opening.current) return;
    opening.current = true;
    void during(async () => {
      const name = visibleName(author);
      try {
        const client = await clientOf(callerOf(user.id));
        const room = await client.rooms.open(link, hasPassword ? { password: given } : {});
        onEnter(
          <main class="page">
            <div class="buttons">
              <button type="button" onClick={onLeave}>
                {t('shared.leave')}
              </button>
            </div>
            <Inside room={room} author={name} link={link} full={t('shared.room-full')} />
          </main>,
        );
      } catch (error) {
        setWrong((before) => before + 1);
        throw error;
      } finally {
        opening.current = false;
      }
      return undefined;
    });
  };
  return (
    <section class="panel-card" aria-labelledby="enter">
      <h2 id="enter">{t('room.enter')}</h2>
      <Form onSend={() => enter()}>
        <Field label={t('room.name')} value={author} onValue={setAuthor} isOptional maxLength={80} />
        {hasPassword && (
          <Password
            label={t('shared.room-password')}
            value={password}
            onValue={setPassword}
            wrong={failure?.kind === 'password' ? wrong : 0}
            onTry={enter}
          />
        )}
        <FailedLine failure={failure} />
        <div class="buttons">
          <button type="submit" class="main" aria-disabled={busy}>
            {t(busy ? 'working' : 'room.enter')}
          </button>
        </div>
      </Form>
    </section>
  );
}
