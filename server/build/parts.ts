/** Lists of parts as CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A part, by its package URL (https://github.com/package-url/purl-spec). */
export interface Part {
  type: 'library' | 'application';
  name: string;
  version: string;
  purl: string;
  licenses?: { expression: string }[];
}

interface Manifest {
  name: string;
  version: string;
  license?: string;
}

/** A package of npm, by its folder. */
export function npmPart(folder: string): Part {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Manifest;
  return {
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license !== undefined && { licenses: [{ expression: license }] }),
  };
}

/** The packages that the inputs of a bundle come from. */
export function bundledParts(inputs: readonly string[], root: string): Part[] {
  const folders = inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []);
  return [...new Set(folders)].sort().map((folder) => npmPart(join(root, folder)));
}

export const cycloneDx = (component: Omit<Part, 'purl'>, components: readonly Part[]): string =>
  `${JSON.stringify(
    { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component }, components },
    null,
    2,
  )}\n`;
