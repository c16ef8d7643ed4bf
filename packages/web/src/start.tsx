import './older.ts';
import { render, type FunctionComponent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { sayLanguage } from './address.ts';
import { sayFoot } from './foot.ts';
import { offerParts } from './later.ts';
import { speak, t, type Site, type Messages } from './i18n.ts';
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
    render(<Languages site={site} changed={show} />, languages);
    sayFoot();
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

/** Changes the messages where they stand: what is on the page, opened or typed, stays. */
function Languages({ site, changed }: { site: Site; changed: () => void }) {
  const [chosen, setChosen] = useState(site.language.code);
  const last = useRef(chosen);
  const choose = async (code: string): Promise<void> => {
    const language = site.languages.find((one) => one.code === code)!;
    setChosen(code);
    last.current = code;
    try {
      const { href, integrity } = language;
      const response = await fetch(href, { integrity, credentials: 'omit' });
      const messages = (await response.json()) as Messages;
      if (last.current !== code) return;
      speak({ language, messages });
      sayLanguage(site.base, code);
      changed();
    } catch {
      if (last.current === code) setChosen(document.documentElement.lang);
    }
  };
  return (
    <select
      class="languages"
      aria-label={t('header.language')}
      value={chosen}
      onChange={(event) => void choose(event.currentTarget.value)}
    >
      {site.languages.map(({ code, name, dir }) => (
        <option key={code} value={code} lang={code} dir={dir}>
          {name}
        </option>
      ))}
    </select>
  );
}
