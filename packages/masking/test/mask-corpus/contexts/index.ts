import type { ForeignCase } from '../foreign.ts';
import { awkward } from './awkward.ts';
import { clusters } from './clusters.ts';
import { colours } from './colours.ts';
import { configuration } from './configuration.ts';
import { containers } from './containers.ts';
import { dumps } from './dumps.ts';
import { labels } from './labels.ts';
import { addresses, languages } from './languages.ts';
import { networks } from './networks.ts';
import { products } from './products.ts';
import { requests } from './requests.ts';
import type { ContextGroup } from './secrets.ts';
import { severalLines } from './several-lines.ts';
import { shells } from './shells.ts';
import { signatures } from './signatures.ts';
import { sourceCode } from './source-code.ts';

const GROUPS: ContextGroup[] = [
  ...configuration,
  ...shells,
  ...dumps,
  ...networks,
  ...requests,
  ...sourceCode,
  ...signatures,
  ...colours,
  ...awkward,
  ...products,
  ...clusters,
  ...labels,
  ...containers,
  ...severalLines,
  ...languages,
  ...addresses,
];

/** Secrets where configuration, shells, programs, devices and requests show them, twice each. */
export function* everydayContexts(): Generator<ForeignCase> {
  for (const [group, make, contexts] of GROUPS) {
    for (const [context, write] of Object.entries(contexts)) {
      for (let i = 0; i < 2; i++) {
        const secret = make();
        const written = write(secret);
        if (typeof written !== 'string') {
          yield {
            group,
            id: `${context} #${i}`,
            text: `starting\n${written.text}\ndone`,
            secrets: written.secrets,
          };
          continue;
        }
        const text = written;
        const forms = [
          secret,
          encodeURIComponent(secret),
          Buffer.from(secret).toString('base64').replace(/=+$/, ''),
        ];
        const secrets = forms.filter((form) => text.includes(form));
        yield { group, id: `${context} #${i}`, text: `starting\n${text}\ndone`, secrets };
      }
    }
  }
}
