import { useRef, useState } from 'preact/hooks';
import { speak, t, type Asset, type Messages, type Site } from './i18n.ts';

/** Fetches the messages of a language. */
export async function fetchMessages({ href, integrity }: Asset): Promise<Messages> {
  const response = await fetch(href, { integrity, credentials: 'omit' });
  return (await response.json()) as Messages;
}

/** Changes the messages where they stand: what is on the page, opened or typed, stays. */
export function Languages({ site, changed }: { site: Site; changed: (code: string) => void }) {
  const [chosen, setChosen] = useState(site.language.code);
  const last = useRef(chosen);
  const choose = async (code: string): Promise<void> => {
    const language = site.languages.find((one) => one.code === code)!;
    setChosen(code);
    last.current = code;
    try {
      const messages = await fetchMessages(language);
      if (last.current !== code) return;
      speak({ language, messages });
      changed(code);
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
