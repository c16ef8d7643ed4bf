/**
 * Names of secrets in the languages of the pages and in some more: Arabic, German, Spanish, French, Italian, Japanese,
 * Dutch, Polish, Portuguese, Turkish, Ukrainian; then Chinese, Czech, Danish, Finnish, Hebrew, Hungarian, Korean,
 * Norwegian, Russian, Swedish, Vietnamese.
 */

/** Words for a password. Compound nouns and inflected forms of them count too. */
export const PASSWORD_WORDS =
  'passwort kennwort contraseña contrasena motdepasse mdp clave wachtwoord wachtwoordzin hasło haslo hasła senha şifre sifre parola ' +
  'пароль пароля lösenord losenord passord adgangskode salasana heslo jelszó סיסמה ' +
  'パスワード パスフレーズ 暗証番号 密码 密碼 口令 비밀번호';

/** Names for a password of several words; `_` and `-` may stand for the spaces. */
export const PASSWORD_PHRASES = [
  'mot de passe',
  'phrase de passe',
  'phrase secrète',
  'palabra de paso',
  'frase secreta',
  'parola d ordine',
  'palavra passe',
  'кодова фраза',
  'кодовая фраза',
  'mật khẩu',
  'كلمة المرور',
  'كلمة السر',
  'الرقم السري',
  'رمز المرور',
];

/** Names for the code that a person is sent to prove who they are. */
export const CODES = [
  String.raw`(?:verification|security|confirmation|log[ _-]?in|sign[ _-]?in|one[ _-]?time|otp|2fa|mfa|two[ _-]?factor|sms|pin|authentication|recovery|unlock|pairing)[ _-]?code`,
  String.raw`(?:bestätigungs|sicherheits|prüf|anmelde|einmal|zugangs|verifizierungs|freischalt|verificatie|beveiligings|bevestigings|inlog|toegangs|verifierings)-?[ck]ode?`,
  String.raw`c[óo]d(?:e|igo|ice)[ _-]d(?:[ei][ _-]|['’])(?:v[ée]rific|s[ée]cur|segur|sicurezza|confirm|conferma|acc[eè]s|acesso|auth?entific|autentic)[\wà-ÿ]{0,8}`,
  String.raw`kod (?:weryfikacyjny|bezpieczeństwa|potwierdzający|dostępu|sms)|(?:doğrulama|güvenlik|onay|giriş) kodu(?:nuz)?`,
  String.raw`код (?:підтвердження|перевірки|безпеки|доступу|подтверждения|проверки|безопасности|доступа)`,
  String.raw`(?:認証|確認|検証|セキュリティ)コード|認証番号|(?:验证|校验|安全)码|(?:驗證|安全)碼|인증 ?(?:번호|코드)|(?:رمز|كود) (?:التحقق|الأمان|التأكيد)`,
].join('|');

/** Owners of a password: `hasło użytkownika`, `senha_do_banco`. */
export const OWNERS =
  'usuario usuário utilisateur utente utilizador użytkownika administratora користувача адміністратора пользователя администратора kullanıcı gebruiker benutzer administrador administrateur banco acceso acesso accesso accès dostępu доступу';
const OWNER = `(?:[ _-](?:(?:de|do|del|da|di|du|d['’])[ _-]?)?(?:${OWNERS.replaceAll(' ', '|')}))?`;

const loose = (phrase: string): string => phrase.replaceAll(' ', `[ _'’-]`);

/** Hint that a name in these languages may follow. */
export const FOREIGN_HINT = `(?:${[
  ...new Set(
    [...PASSWORD_PHRASES, ...PASSWORD_WORDS.split(' ')].flatMap((name) => [name, name.normalize('NFD')]),
  ),
  'şİfre',
  'парол',
]
  .map(loose)
  .join('|')})${OWNER}`;

export const CODE_NAME = new RegExp(`(?:${CODES})$`, 'i');

/** An ending of a compound noun (`Datenbankkennwort`), with its possessive (`şifresi`, `parolanız`). */
export const PASSWORD_ENDING = new RegExp(`(?:${PASSWORD_WORDS.replaceAll(' ', '|')})(?:s[iı]|m|n[iı]z)?$`);
