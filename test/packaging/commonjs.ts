/** A program's text as CommonJS, with `run` as its export. */
export const withRequire = (script: string): string =>
  script
    .replaceAll(/^import (\{[^}]+\}) from ('.+?');$/gm, 'const $1 = require($2);')
    .replace('export async function run', 'exports.run = async function run');
