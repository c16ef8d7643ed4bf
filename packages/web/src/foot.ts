import { t } from './i18n.ts';

let mode: 'any' | 'e2e' | 'server' = 'any';

/** Says at the foot of the page who can read what is here, once it is known. */
export function sealedBy(encryption: 'e2e' | 'server'): void {
  mode = encryption;
  sayFoot();
}

/** Says it again, as after a change of language. */
export function sayFoot(): void {
  document.getElementById('foot')!.textContent = t(`footer.${mode}`);
}
