import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPin, withoutExtras } from '../../packages/web/src/typed.ts';
import { main, says, setStage, usePeople } from './stage.ts';

describe('a PIN', () => {
  it.each([
    ['12345678'],
    [' 1234 5678 '],
    ['1234-5678'],
    ['12–34–56–78'],
    ['PIN: 12345678'],
    ['PIN:1234 5678.'],
    ['Пін-код: 12 34 56 78'],
    ['「12345678」'],
    ['\u200b12345678\u00a0'],
    ['١٢٣٤٥٦٧٨'],
    ['۱۲۳۴۵۶۷۸'],
    ['१२३४५६७८'],
    ['১২৩৪৫৬৭৮'],
    ['๑๒๓๔๕๖๗๘'],
    ['１２３４５６７８'],
    ['𝟭𝟮𝟯𝟰𝟱𝟲𝟳𝟴'],
    ['\u202b١٢٣٤ ٥٦٧٨\u202c'],
  ])('is understood as %s', (typed) => {
    expect(readPin(typed)).toBe('12345678');
  });

  it.each(['', 'PIN', '1234567', '123456789', '1234567O', '1234 oder 5678', '12345678 12345678', '½2345678'])(
    'is not made of %s',
    (typed) => expect(readPin(typed)).toBeUndefined(),
  );

  it('is understood in the digits of any script', () => {
    const zeros = Array.from({ length: 0x11_0000 }, (_, code) => code).filter(
      (code) => /\p{Nd}/u.test(String.fromCodePoint(code)) && !/\p{Nd}/u.test(String.fromCodePoint(code - 1)),
    );
    expect(zeros.length).toBeGreaterThan(50);
    const pins = fc.stringMatching(/^\d{8}$/);
    fc.assert(
      fc.property(pins, fc.constantFrom(...zeros), (pin, zero) => {
        const written = [...pin].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');
        expect(readPin(written)).toBe(pin);
      }),
    );
  });
});

describe('a password', () => {
  it.each([
    [' azalea '],
    ['\u00a0azalea\u00a0'],
    ['\u200bazalea\ufeff'],
    ['aza\u00adlea'],
    ['"azalea"'],
    ['“azalea”'],
    ['„azalea“'],
    ['« azalea »'],
    ["'azalea'"],
    ['「azalea」'],
    [' “azalea”\t'],
  ])('copied as %j is azalea without what came along', (copied) => {
    expect(withoutExtras(copied)).toBe('azalea');
  });

  it.each(['azalea', 'two words', "it's", 'a"b', 'p@ss-w0rd!', '🌺'])(
    'such as %s stays as it is',
    (password) => {
      expect(withoutExtras(password)).toBe(password);
    },
  );

  it('is found in 200,000 characters of what stands around one', () => {
    for (const many of [' ', '"', '“ ']) {
      const inside = `x${many.repeat(200_000)}x`;
      expect(withoutExtras(`${many}${inside}${many}`)).toBe(inside);
    }
  });

  it('has blanks for what word processors make of them', () => {
    expect(withoutExtras('two\u00a0words')).toBe('two words');
  });
});

const stage = await setStage();
const person = usePeople();
const EXTRA = 'Try without them (counts as another try)';

describe('a password that was copied with what stood around it', () => {
  it.each(['secret', 'room'])('opens a %s once it is tried without, and costs a try', async (kind) => {
    const link =
      kind === 'room'
        ? (await stage.owner.rooms.create({ name: 'War room', password: 'azalea' })).roomUrl
        : await stage.secret('x', { password: 'azalea' });
    const reader = await person(link);
    const field = reader.page.getByLabel('Password from the sender');
    await field.fill('“azalea” ');
    await main(reader).click();
    await reader.page.getByRole('alert').getByText('Wrong password.').waitFor();
    expect(await field.inputValue()).toBe('“azalea” ');
    const tries = () => reader.sent.filter((request) => /\/reveal|accessProof|x-access-proof/i.test(request));
    const before = tries().length;
    await reader.page.getByRole('button', { name: EXTRA }).click();
    await says(reader, kind === 'room' ? 'War room' : 'It has been deleted from the server.');
    expect(tries().length).toBeGreaterThan(before);
  });

  it('opens as it was typed where that is the password', async () => {
    const reader = await person(await stage.secret('x', { password: ' "azalea" ' }));
    await reader.page.getByLabel('Password from the sender').fill(' "azalea" ');
    await main(reader).click();
    await says(reader, 'It has been deleted from the server.');
  });

  it('is offered without it once, and not where nothing came along', async () => {
    const reader = await person(await stage.secret('x', { password: 'azalea' }));
    const field = reader.page.getByLabel('Password from the sender');
    await field.fill('magnolia');
    await main(reader).click();
    await reader.page.getByRole('alert').getByText('Wrong password.').waitFor();
    expect(await reader.page.getByRole('button', { name: EXTRA }).count()).toBe(0);
    await field.fill(' magnolia');
    await reader.page.getByRole('button', { name: EXTRA }).click();
    await main(reader).getByText('Open and destroy').waitFor();
    await expect.poll(() => reader.page.getByRole('button', { name: EXTRA }).count()).toBe(0);
    expect(await field.inputValue()).toBe(' magnolia');
  });
});

it('a PIN in Arabic-Indic digits, with its name, sends files', async () => {
  const { requestUrl, pin } = await stage.owner.requests.create({ title: 'Papers' });
  const sender = await person(requestUrl);
  const arabic = [...pin].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join('');
  await sender.page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      ...{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
    });
  await sender.page.getByLabel('PIN with 8 digits').fill(`PIN: ${arabic.slice(0, 4)}-${arabic.slice(4)}`);
  await main(sender).click();
  await sender.page.getByText('1 file has arrived').waitFor();
});
