import { describe, expect, it } from 'vitest';
import { headerOf, tokenIn } from '../../support/mail/mail-server.ts';
import { address, MailStage, NEW_PASSWORD, summary } from '../../support/mail/mail-stage.ts';
import { join, PASSWORD, Person } from '../../support/panel/person.ts';

const stage = new MailStage();

describe('another e-mail address', () => {
  const change = async (person: Person, email: string) => {
    const { status } = await person.call('requestEmailChange', { body: { email } });
    expect(status).toBe(204);
    const mails = await stage.server.waitFor(email.toLowerCase());
    return tokenIn(mails.at(-1)!);
  };
  const confirm = (token: string) => new Person(stage.app.url).call('confirmEmail', { body: { token } });

  it('is confirmed by its own mail, told to the one before, and ends reset links', async () => {
    stage.work();
    const [person, email] = [await join(stage.app, 'member', stage.account), address()];
    await stage.forget(person.email);
    const [reset] = await stage.server.waitFor(person.email);
    const token = await change(person, email.toUpperCase());
    expect((await person.session()).user.email).toBe(person.email);
    const replies = await Promise.all([confirm(token), confirm(token)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    expect((await person.session()).user.email).toBe(email);
    const [, notice] = await stage.server.waitFor(person.email, 2);
    expect(headerOf(notice!, 'Subject')).toBe('Subject: Your e-mail address was changed');
    const body = { token: tokenIn(reset!), password: NEW_PASSWORD };
    expect(summary(await new Person(stage.app.url).call('resetPassword', { body }))).toEqual([
      404,
      'invalid_link',
    ]);
    expect((await new Person(stage.app.url, email).signIn()).status).toBe(201);
    expect((await new Person(stage.app.url, person.email).signIn()).status).toBe(401);
  });

  it.each(['changes the password', 'resets it'])(
    'is not confirmed any more once its owner %s',
    async (way) => {
      stage.work();
      const person = await join(stage.app, 'member', stage.account);
      const token = await change(person, address());
      if (way === 'resets it') {
        await stage.forget(person.email);
        const [mail] = await stage.server.waitFor(person.email);
        const body = { token: tokenIn(mail!), password: NEW_PASSWORD };
        expect((await new Person(stage.app.url).call('resetPassword', { body })).status).toBe(201);
      } else {
        const body = { current: PASSWORD, password: NEW_PASSWORD };
        expect((await person.call('changePassword', { body })).status).toBe(204);
      }
      expect(summary(await confirm(token))).toEqual([404, 'invalid_link']);
    },
  );

  it('that somebody else has is not told before it is confirmed, and then refused with the link left whole', async () => {
    stage.work();
    const [person, other] = [
      await join(stage.app, 'member', stage.account),
      await join(stage.app, 'member', stage.account),
    ];
    const token = await change(person, other.email);
    expect(summary(await confirm(token))).toEqual([409, 'email_taken']);
    expect(summary(await confirm(token))).toEqual([409, 'email_taken']);
    expect((await person.session()).user.email).toBe(person.email);
  });

  it('of two people who confirm the same one at once is one of theirs', async () => {
    stage.work();
    const [one, two, email] = [
      await join(stage.app, 'member', stage.account),
      await join(stage.app, 'owner', stage.account),
      address(),
    ];
    const first = await change(one, email);
    await two.call('requestEmailChange', { body: { email } });
    const second = tokenIn((await stage.server.waitFor(email, 2))[1]!);
    const replies = await Promise.all([confirm(first), confirm(second)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  });

  it('is asked for five times an hour at most, so that nobody floods the address of a stranger', async () => {
    const person = await join(stage.app, 'member', stage.account);
    const ask = () => person.call('requestEmailChange', { body: { email: address() } });
    const replies = [];
    for (let i = 0; i < 6; i += 1) replies.push(summary(await ask()));
    expect(replies).toEqual([...Array<unknown>(5).fill([204, undefined]), [409, 'limit_reached']]);
    await stage.app.database.query('DELETE FROM mails');
  });
});
