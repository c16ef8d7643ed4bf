import type { Account } from './account/account.ts';
import { escaped, type Words } from './words.ts';

interface AboutParts {
  words: Words;
  /** Path of the demo, without a slash at its end. */
  base: string;
  code: string;
  examples: Account['examples'];
  users: Account['users'];
}

/** The middle of the page about the demo: links to try, people to be, what is missing, and the way to begin again. */
export function aboutDemo({ words, base, code, examples, users }: AboutParts): string {
  const say = (key: keyof Words): string =>
    escaped(words[key]).replace('{pin}', `<b>${escaped(examples.pin)}</b>`);
  const link = (address: string, key: keyof Words): string =>
    `<li><a href="${escaped(address.replace('/en/', `/${code}/`))}">${say(key)}</a></li>`;
  const person = ({ name, email, role }: Account['users'][number]): string =>
    `<li><code dir="ltr">${escaped(email)}</code> (${escaped(name)}, ${role})</li>`;
  const missing = [
    'demo.missing.server',
    'demo.missing.mail',
    'demo.missing.passkeys',
    'demo.missing.programs',
    'demo.missing.webhooks',
    'demo.missing.links',
    'demo.missing.codes',
  ] as const;
  return `<main>
<section class="card about">
<h1>${say('demo.about')}</h1>
<p class="lead">${say('demo.lead')}</p>
<h2>${say('demo.try')}</h2>
<ul>
${link(examples.secret, 'demo.secret')}
${link(examples.request, 'demo.request')}
${link(examples.room, 'demo.room')}
</ul>
<h2>${say('demo.people')}</h2>
<p>${say('demo.people.lead')}</p>
<ul>
${users.map(person).join('\n')}
</ul>
<h2>${say('demo.missing')}</h2>
<ul>
${missing.map((key) => `<li>${say(key)}</li>`).join('\n')}
</ul>
<h2>${say('demo.over')}</h2>
<p>${say('demo.over.lead')}</p>
<form method="post" action="${base}/start-over"><button>${say('demo.over')}</button></form>
</section>
</main>`;
}
