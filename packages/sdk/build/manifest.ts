/** The parts of a package.json that the build reads and writes. */
export interface Manifest {
  name: string;
  version: string;
  exports: Record<string, unknown>;
  [field: string]: unknown;
}

/** Fields that the published manifest copies. */
const KEPT = [
  'name',
  'version',
  'description',
  'keywords',
  'license',
  'homepage',
  'repository',
  'bugs',
  'type',
  'sideEffects',
];

/** The name of a source file without its ending, as in `{stem}.js`, `{stem}.cjs` and their declarations. */
export type Stem = string;

/** The source file behind each subpath. */
export function entries(development: Manifest): [subpath: string, stem: Stem][] {
  return Object.entries(development.exports).map(([subpath, target]) => {
    const [, stem] = /^\.\/src\/(.+)\.ts$/.exec(String(target)) ?? [];
    if (stem === undefined) throw new Error(`the export "${subpath}" is not a file of src/`);
    return [subpath, stem];
  });
}

/** Published files; npm always adds the licence. */
const PUBLISHED = ['**/*.js', '**/*.cjs', '**/*.d.ts', '**/*.d.cts', '*.md'];

/** The oldest Node.js that the package is tried on. */
const NODE = '>=20.19';

/** The package.json to publish: the development manifest with the compiled files in place of the sources. */
export function publishedManifest(development: Manifest): Manifest {
  const {
    directory: _,
    peerDependencies,
    peerDependenciesMeta,
    ...publishConfig
  } = development.publishConfig as Record<string, object>;
  const compiled = entries(development).map(([subpath, stem]) => [
    subpath,
    {
      import: { types: `./${stem}.d.ts`, default: `./${stem}.js` },
      require: { types: `./${stem}.d.cts`, default: `./${stem}.cjs` },
    },
  ]);
  // Paths for TypeScript 5 with `moduleResolution` `node10`, which ignores `exports`.
  const elsewhere = entries(development).flatMap(([subpath, stem]) => {
    const name = subpath.slice('./'.length);
    return name === '' ? [] : [[name, [`${stem}.d.cts`]]];
  });
  return {
    ...(Object.fromEntries(
      KEPT.flatMap((field) => (field in development ? [[field, development[field]]] : [])),
    ) as Pick<Manifest, 'name' | 'version'>),
    // A peer of a workspace, optional or not, would come with `npm ci --omit=dev` of the checkout.
    peerDependencies: { ...(development.peerDependencies as object), ...peerDependencies },
    ...(peerDependenciesMeta && { peerDependenciesMeta }),
    // Not in the development manifest: the checkout itself needs a newer one.
    engines: { node: NODE },
    files: PUBLISHED,
    exports: Object.fromEntries([...compiled, ['./package.json', './package.json']]) as Manifest['exports'],
    main: './index.cjs',
    types: './index.d.cts',
    ...(elsewhere.length > 0 && {
      typesVersions: { '*': Object.fromEntries(elsewhere) as Record<string, string[]> },
    }),
    publishConfig,
  };
}
