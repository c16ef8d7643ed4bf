/** The parts of a package.json that the build reads and writes. */
export interface Manifest {
  name: string;
  version: string;
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
];

/** The package.json to publish: nothing to install beside it, and a command to run. */
export function publishedManifest(
  development: Manifest,
  command: { bin: Record<string, string>; engines: { node: string } },
): Manifest {
  const { directory: _, ...publishConfig } = development.publishConfig as Record<string, unknown>;
  const kept = KEPT.flatMap((field) => (field in development ? [[field, development[field]]] : []));
  return {
    ...(Object.fromEntries(kept) as Manifest),
    // Neither is in the development manifest: the checkout has no built command, and is also installed where Node.js
    // is older.
    ...command,
    publishConfig,
  };
}
