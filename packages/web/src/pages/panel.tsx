import '../older.ts';
import '../style.css';
import '../panel/panel.css';
import { render } from 'preact';
import { speak, t, type Site } from '../i18n.ts';
import { Languages } from '../languages.tsx';
import { offerParts } from '../later.ts';
import { connect } from '../panel/api.ts';
import '../panel/stay.ts';
import '../panel/token.ts';
import { App } from '../panel/app.tsx';

const site = JSON.parse(document.getElementById('site')!.textContent) as Site;
const place = document.getElementById('page')!;
const languages = document.getElementById('languages')!;
speak(site);
offerParts(site.parts);
connect(site.base);
place.dataset.began = '';
place.replaceChildren();
languages.replaceChildren();

/** Draws everything, and again in another language: what was typed stays. */
function show(): void {
  render(<App site={site} redraw={show} />, place);
  render(<Languages site={site} changed={show} />, languages);
}

// Browsers that have it have all else that the panel needs.
if (typeof HTMLDialogElement === 'function') show();
else
  render(
    <main>
      <p>{t('panel.old')}</p>
    </main>,
    place,
  );
