/** Past participles of messages about passwords in English, then in the languages of the pages and in some more. */
const ENGLISH =
  'changed updated reset expired revoked rotated created deleted removed disabled enabled sent emailed stored saved shared copied replaced renewed regenerated generated issued locked unlocked blocked cleared configured restored requested verified confirmed accepted rejected denied provided supplied entered received hidden encrypted hashed';
const OTHERS =
  // German
  'geändert aktualisiert zurückgesetzt abgelaufen widerrufen rotiert erstellt erzeugt gelöscht entfernt deaktiviert aktiviert gesendet versendet verschickt gespeichert hinterlegt gesperrt erneuert ersetzt ' +
  // Spanish, Portuguese, Italian
  'cambiad[oa] actualizad[oa] restablecid[oa] caducad[oa] revocad[oa] rotad[oa] cread[oa] eliminad[oa] desactivad[oa] deshabilitad[oa] activad[oa] enviad[oa] guardad[oa] almacenad[oa] bloquead[oa] renovad[oa] modificad[oa] ' +
  'alterad[oa] atualizad[oa] redefinid[oa] expirad[oa] revogad[oa] criad[oa] excluíd[oa] removid[oa] desativad[oa] ativad[oa] armazenad[oa] ' +
  'modificat[oa] cambiat[oa] aggiornat[oa] reimpostat[oa] scadut[oa] revocat[oa] ruotat[oa] creat[oa] eliminat[oa] disattivat[oa] disabilitat[oa] attivat[oa] inviat[oa] salvat[oa] memorizzat[oa] bloccat[oa] rinnovat[oa] ' +
  // French
  'modifiée? changée? réinitialisée? expirée? révoquée? créée? supprimée? désactivée? activée? envoyée? enregistrée? stockée? bloquée? renouvelée? ' +
  // Dutch, Swedish
  'gewijzigd veranderd bijgewerkt hersteld verlopen ingetrokken geroteerd aangemaakt verwijderd uitgeschakeld ingeschakeld verzonden verstuurd opgeslagen geblokkeerd vernieuwd ' +
  'ändra[td] uppdatera[td] återställ[td] skicka[td] spara[td] inaktivera[td] borttage[tn] ' +
  // Polish, Turkish
  'zmienion[eoya] zaktualizowan[eoya] zresetowan[eoya] unieważnion[eoya] utworzon[eoya] usunięt[eoya] wyłączon[eoya] włączon[eoya] wysłan[eoya] zapisan[eoya] zablokowan[eoya] odnowion[eoya] ' +
  'değiştirildi güncellendi sıfırlandı oluşturuldu silindi kaldırıldı gönderildi kaydedildi saklandı engellendi yenilendi ' +
  // Ukrainian, Russian
  'змінено оновлено скинуто відкликано створено видалено вимкнено увімкнено надіслано збережено заблоковано ' +
  'измен[её]н обновл[её]н сброшен отозван создан удал[её]н отключ[её]н включ[её]н отправлен сохран[её]н заблокирован';

/** Words that follow a participle in a sentence. */
const LINKS =
  'by for in at on via to from with after before during since per through until every last this as using and ago successfully automatically manually ' +
  'von vom durch für am im um per mit bei nach vor seit und por para en el al con desde tras hace y pelo pela em com desde no na par pour le la depuis après avec dans da dal dalla di il dopo nel ' +
  'door voor op met sinds na av för den till przez dla w z przed po od tarafından від для через на по в с';

const either = (list: string): string => list.replaceAll(' ', '|');

/** A participle alone, and the ends of sentences in Japanese, Chinese and Korean. */
const ALONE = new RegExp(
  String.raw`^(?:(?:${either(ENGLISH)}|${either(OTHERS)})[.!…]*|已\p{sc=Han}{1,6}[.。]?|.*(?:されました|しました|されています|してください|되었습니다|됨)[.。]?)$`,
  'iu',
);
/** `changed by admin`, `rotated 3 days ago`, `vom Admin geändert`, `click here to continue`. */
const SENTENCE = new RegExp(
  String.raw`^(?:(?:${either(ENGLISH)}|${either(OTHERS)}) (?:(?:${either(LINKS)}|\p{L}+(?:ом|ем|ою|ею|ами|ями))(?= |$)|dall?['’]|\d)|.* (?:${either(OTHERS)})[.!…]*$|(?:click|tap|press) (?:here|on|the|to)(?= |$)|(?:(?:klicken sie|klicke|klik) hier|hier klicken|cliquez ici|(?:haga|haz) clic aquí|clicca qui|clique aqui|kliknij tutaj|buraya tıkla|натисніть тут|нажмите здесь)(?!\p{L}{4}))`,
  'iu',
);

/** Whether a value says what happened to a password or what to do, instead of being one. */
export function isStatus(value: string): boolean {
  const text = value.normalize('NFC');
  return ALONE.test(text) || SENTENCE.test(text);
}
