import './older.ts';
import { render, type FunctionComponent } from 'preact';
import { sayLanguage } from './address.ts';
import { sayFoot } from './foot.ts';
import { offerParts } from './later.ts';
import { speak, t, type Site } from './i18n.ts';
import { Languages } from './languages.tsx';
import './style.css';

/** Puts a page into its shell, which shows its first messages already. */
export function start(Page: FunctionComponent): void {
  const site = JSON.parse(document.getElementById('site')!.textContent) as Site;
  speak(site);
  offerParts(site.parts);
  const place = document.getElementById('page')!;
  place.dataset.began = '';
  const languages = document.getElementById('languages')!;
  const missing = hindrance();
  if (missing) {
    render(<Hindered by={missing} />, place);
    return;
  }
  const show = (): void => {
    render(<Page />, place);
    render(<Languages site={site} changed={changed} />, languages);
    sayFoot();
  };
  const changed = (code: string): void => {
    sayLanguage(site.base, code);
    show();
  };
  languages.replaceChildren();
  place.replaceChildren();
  show();
}

/** Why this browser, or the way the page came, cannot open anything. */
function hindrance(): 'old' | 'insecure' | undefined {
  if (!isSecureContext) return 'insecure';
  // The browsers that have it have all else that is needed, or it is filled in.
  return 'throwIfAborted' in AbortSignal.prototype ? undefined : 'old';
}

const Hindered = ({ by }: { by: 'old' | 'insecure' }) => (
  <section class="card">
    <p>{t(by)}</p>
  </section>
);
