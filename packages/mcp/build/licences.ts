import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licences of the packages that a bundle's inputs come from, and of those that these hold in their own files. */
export function licencesOf(inputs: string[], root: string): string {
  const foreign = inputs.filter((input) => input.includes('node_modules/'));
  const names = new Set(
    foreign.flatMap((input) => {
      const regions =
        readFileSync(join(root, input), 'utf8').match(/^\/\/#region .*node_modules\/.*$/gm) ?? [];
      return [input, ...regions].flatMap((line) => lastPackage(line));
    }),
  );
  return [...names]
    .sort()
    .map((name) => `${name}\n\n${licenceOf(join(root, 'node_modules', name), name)}`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** The innermost package of a path, as in `node_modules/.pnpm/ajv@8/node_modules/ajv/dist/core.js`. */
function lastPackage(path: string): string[] {
  const last = path.split('node_modules/').at(-1) as string;
  const [, name] = /^((?:@[^/]+\/)?[^/]+)\//.exec(last) ?? [];
  return name === undefined ? [] : [name];
}

function licenceOf(directory: string, name: string): string {
  const file = readdirSync(directory).find((each) => /^licen[cs]e/i.test(each));
  if (file !== undefined) return readFileSync(join(directory, file), 'utf8').trim() + '\n';
  const { license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    license?: string;
  };
  if (license === undefined) throw new Error(`${name} has no licence to put beside the bundle`);
  return `${license}, as its package.json says.\n`;
}
