import type { ForeignCase } from '../foreign.ts';
import { awkward } from './awkward.ts';
import { clusters } from './clusters.ts';
import { colours } from './colours.ts';
import { configuration } from './configuration.ts';
import { dumps } from './dumps.ts';
import { networks } from './networks.ts';
import { products } from './products.ts';
import { requests } from './requests.ts';
import type { ContextGroup } from './secrets.ts';
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
];

/** Secrets where configuration, shells, programs, devices and requests show them, twice each. */
export function* everydayContexts(): Generator<ForeignCase> {
  for (const [group, make, contexts] of GROUPS) {
    for (const [context, write] of Object.entries(contexts)) {
      for (let i = 0; i < 2; i++) {
        const secret = make();
        const text = write(secret);
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
