/**
 * `node test/faults/masking-recall.ts [--show GROUP]`: which part of the secrets of foreign texts is masked, by group, and
 * how many everyday lines are altered. Half of the texts is held back: their failures are counted, never shown.
 */
import { mask } from '@tempshare/masking';
import { foreignCases, foreignLines, isHeldBack } from '../../packages/masking/test/mask-corpus/foreign.ts';
import { leak, markless } from '../../packages/masking/test/mask-corpus/leak.ts';

const shown = process.argv[2] === '--show' ? (process.argv[3] ?? '') : undefined;
const groups = new Map<string, { open: [number, number]; held: [number, number] }>();
for (const one of foreignCases) {
  const figures = groups.get(one.group) ?? { open: [0, 0], held: [0, 0] };
  groups.set(one.group, figures);
  const counts = isHeldBack(one) ? figures.held : figures.open;
  counts[1]++;
  const { text } = await mask(one.text);
  if (leak(markless(text), one.secrets) === undefined) counts[0]++;
  else if (shown !== undefined && one.group.includes(shown) && !isHeldBack(one))
    console.log(`${one.group}: ${one.id}: ${one.text.slice(0, 600)}\n   → ${text.slice(0, 600)}`);
}
const share = ([masked, all]: [number, number]): string =>
  `${masked} of ${all}`.padStart(14) + `${((100 * masked) / all).toFixed(1)} %`.padStart(9);
console.log(`\n${'masked'.padEnd(24)}${'open'.padStart(23)}${'held back'.padStart(23)}`);
for (const [group, { open, held }] of groups) console.log(group.padEnd(24) + share(open) + share(held));
console.log('\naltered everyday lines');
for (const [name, lines] of Object.entries(foreignLines)) {
  const { text } = await mask(lines.join('\n'));
  const after = text.split('\n');
  const altered = lines.filter((line, i) => line !== after[i]);
  console.log(`${name.padEnd(24)}${String(altered.length).padStart(6)} of ${lines.length}`);
  if (shown !== undefined) for (const line of altered.slice(0, 6)) console.log(`   ${line}`);
}
