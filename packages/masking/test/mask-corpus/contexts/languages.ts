import { randomText } from '../random.ts';
import { chosen, type ContextGroup } from './secrets.ts';
import { wordy } from './words.ts';

const { digits } = randomText(50_002);

/** Names of passwords in the languages of the pages and some more. */
const PASSWORDS: Record<string, string[]> = {
  ar: ['كلمة المرور', 'كلمة السر', 'الرقم السري'],
  de: ['Passwort', 'Kennwort', 'WLAN-Passwort', 'Datenbankkennwort'],
  es: ['contraseña', 'Contraseña de acceso', 'clave', 'clave de acceso'],
  fr: ['Mot de passe', 'mdp', 'mot_de_passe', 'phrase secrète'],
  it: ['parola d’ordine', "parola d'ordine", 'parola'],
  ja: ['パスワード', '暗証番号', 'パスフレーズ', 'データベースのパスワード'],
  nl: ['wachtwoord', 'Wachtwoordzin', 'beheerderswachtwoord'],
  pl: ['hasło', 'haslo', 'Hasło użytkownika'],
  pt: ['senha', 'palavra-passe', 'Palavra passe', 'senha_do_banco'],
  tr: ['şifre', 'sifre', 'parola', 'ŞİFRE', 'Veritabanı şifresi'],
  uk: ['пароль', 'Пароль користувача', 'кодова фраза'],
  others: [
    'lösenord',
    'passord',
    'adgangskode',
    'salasana',
    'heslo',
    'jelszó',
    '口令',
    '密码',
    '비밀번호',
    'סיסמה',
  ],
};

const WRITTEN: Record<string, (name: string, secret: string) => string> = {
  colon: (n, s) => `${n}: ${s}`,
  'space and colon': (n, s) => `${n} : ${s}`,
  'full-width colon': (n, s) => `${n}：${s}`,
  'full-width equals': (n, s) => `${n}＝${s}`,
  json: (n, s) => `{"${n}": "${s}"}`,
  'after a level': (n, s) => `INFO ${n}: ${s}`,
};

const named: ContextGroup[2] = Object.fromEntries(
  Object.entries(PASSWORDS).flatMap(([language, names]) =>
    names.flatMap((name) =>
      Object.entries(WRITTEN).map(([way, write]) => [
        `${language} ${name} ${way}`,
        (secret: string) => write(name, secret),
      ]),
    ),
  ),
);

/** Codes that are sent to a person to prove who they are. */
const codes: ContextGroup[2] = {
  is: (s) => `your verification code is ${s}`,
  'full stop': (s) => `The verification code is ${s}.`,
  colon: (s) => `Verification code: ${s}`,
  name: (s) => `"verificationCode": "${s}"`,
  number: (s) => `{"otp_code": ${s}}`,
  snake: (s) => `verification_code=${s}`,
  security: (s) => `Security code: ${s}`,
  'one-time': (s) => `Your one-time code is ${s}`,
  login: (s) => `login code: ${s} (valid for 10 minutes)`,
  'two factors': (s) => `2FA code: ${s}`,
  sms: (s) => `sent SMS "Your code is ${s}" to +44***`,
  reversed: (s) => `${s} is your verification code`,
  google: (s) => `G-${s} is your Google verification code.`,
  use: (s) => `Use ${s} as your login code`,
  'use code': (s) => `Use code ${s} to sign in`,
  dash: (s) => `Confirmation code - ${s}`,
  passcode: (s) => `passcode: ${s}`,
  'PIN code': (s) => `PIN code: ${s}`,
  pin: (s) => `your PIN is ${s}.`,
  otp: (s) => `OTP ${s} sent to bob`,
  de: (s) => `Ihr Bestätigungscode lautet ${s}`,
  'de colon': (s) => `Sicherheitscode: ${s}`,
  fr: (s) => `Votre code de vérification est ${s}`,
  'fr colon': (s) => `Code de sécurité : ${s}`,
  es: (s) => `Tu código de verificación es ${s}`,
  it: (s) => `Il tuo codice di verifica è ${s}`,
  pt: (s) => `Seu código de verificação é ${s}`,
  nl: (s) => `Je verificatiecode is ${s}`,
  pl: (s) => `Twój kod weryfikacyjny to ${s}`,
  tr: (s) => `Doğrulama kodunuz: ${s}`,
  uk: (s) => `Код підтвердження: ${s}`,
  ja: (s) => `認証コード：${s}`,
  'ja sentence': (s) => `確認コードは${s}です`,
  ar: (s) => `رمز التحقق: ${s}`,
  zh: (s) => `验证码：${s}`,
  xml: (s) => `<verificationCode>${s}</verificationCode>`,
};

export const languages: ContextGroup[] = [
  ['names of languages', wordy.numbered, named],
  ['names of languages', chosen.plain, named],
  ['codes of people', (): string => digits(6), codes],
];

/** Passwords in addresses, with what should have been encoded. */
const users: ContextGroup[2] = {
  postgres: (s) => `postgres://app:${s}@db.example.com:5432/app`,
  'one label': (s) => `postgres://app:${s}@db/app`,
  mysql: (s) => `mysql://root:${s}@127.0.0.1:3306/app?ssl=true`,
  redis: (s) => `redis://:${s}@cache:6379/0`,
  amqp: (s) => `amqp://guest:${s}@mq.internal/vhost`,
  mongo: (s) => `mongodb+srv://app:${s}@cluster0.abc.mongodb.net/test?retryWrites=true`,
  https: (s) => `git clone https://bob:${s}@git.example.com/a/b.git`,
  ftp: (s) => `ftp://bob:${s}@ftp.example.com/pub`,
  quoted: (s) => `DATABASE_URL="postgres://app:${s}@db.example.com/app"`,
  json: (s) => `{"url":"postgres://app:${s}@db.example.com/app"}`,
  env: (s) => `DATABASE_URL=postgres://app:${s}@db.example.com/app`,
  error: (s) => `could not connect to postgres://app:${s}@db.example.com/app: timeout`,
  smtp: (s) => `smtp://mailer:${s}@smtp.example.com:587`,
  'an at sign too': (s) => `postgres://app:x@${s}@db.example.com/app`,
  localhost: (s) => `redis://default:${s}@localhost:6379`,
  v6: (s) => `postgres://app:${s}@[::1]:5432/app`,
};

export const addresses: ContextGroup[] = [
  [
    'addresses with slashes',
    (): string => `${chosen.plain().slice(0, 6)}/${chosen.plain().slice(0, 6)}`,
    users,
  ],
  [
    'addresses with blanks',
    (): string => `x${chosen.plain().slice(0, 6)} ${chosen.plain().slice(0, 6)}`,
    users,
  ],
  ['addresses with slashes', (): string => `${wordy.numbered()}/${wordy.numbered()}`, users],
];
