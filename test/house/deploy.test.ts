/** Facts in `deploy/` about the image, settings and times match the server. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { documentedVariables, readConfig } from '../../server/src/config.ts';
import { shutdownLimits } from '../../server/src/start/shutdown-limits.ts';
import { ALERTS, PROVOKED } from '../support/server/alerts.ts';
import { ROOT } from '../support/server/server-process.ts';

const files = globSync('deploy/**/{*.yaml,*.service,Containerfile}', { cwd: ROOT });
const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
const { version } = JSON.parse(readFileSync(join(ROOT, 'server/package.json'), 'utf8')) as {
  version: string;
};

/** Variables of the image of PostgreSQL. */
const OF_POSTGRES = /^POSTGRES_(USER|DB|PASSWORD_FILE)$/;

it('sets settings that there are', () => {
  const known = new Set(documentedVariables.map(({ name }) => name));
  const named = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/^\s*(?:- name: |- |Environment=|ENV )?([A-Z][A-Z0-9_]+)(?:: |=|$)/gm)]
      .map(([, name = '']) => name)
      .filter(
        (name) => name !== 'PATH' && name !== 'ALL' && !/^(FROM|ADD|ENV|USER|VOLUME|EXPOSE)$/.test(name),
      )
      .map((name) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(10);
  const unknown = named.filter(
    ({ name }) => !known.has(name) && !known.has(name.replace(/_FILE$/, '')) && !OF_POSTGRES.test(name),
  );
  expect(unknown).toEqual([]);
});

it('names the image of this version, its user and its probes', () => {
  const tags = [...texts.values()].flatMap((text) => [
    ...text.matchAll(/(?:tempshare:|newTag: )(\d[\w.-]+)/g),
  ]);
  expect(tags.map(([, tag]) => tag)).toEqual([version, version]);
  const deployment = texts.get('deploy/kubernetes/deployment.yaml') ?? '';
  expect(texts.get('deploy/image/Containerfile')).toContain('USER 65532:65532');
  expect(deployment).toMatch(/runAsUser: 65532\n.*runAsGroup: 65532/);
  expect(deployment.match(/path: \/\w+/g)).toEqual(['path: /healthz', 'path: /healthz', 'path: /readyz']);
});

it('waits for an end in order longer than it may take', () => {
  const config = readConfig({
    NODE_ENV: 'production',
    APP_URL: 'https://share.example',
    MAKE_KEY_FILE: 'true',
  });
  const longest = Object.values(shutdownLimits(config)).reduce((sum: number, each) => sum + Number(each), 0);
  for (const file of [
    'deploy/compose.yaml',
    'deploy/kubernetes/deployment.yaml',
    'deploy/systemd/tempshare.service',
  ]) {
    const [, minutes, seconds] =
      /stop_grace_period: (\d+)m|(?:terminationGracePeriodSeconds: |TimeoutStopSec=)(\d+)/.exec(
        texts.get(file) ?? '',
      ) ?? [];
    expect(Number(minutes ?? 0) * 60_000 + Number(seconds ?? 0) * 1_000).toBeGreaterThan(longest);
  }
});

it('has a unit for systemd that stops in order, with few rights', ({ skip }) => {
  const unit = join(ROOT, 'deploy/systemd/tempshare.service');
  expect(texts.get('deploy/systemd/tempshare.service')).toMatch(/^KillMode=mixed$/m);
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) skip('needs systemd-analyze');
  const { status, stdout } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--threshold=15', unit],
    { encoding: 'utf8' },
  );
  expect({ status, exposure: /exposure level.*/.exec(stdout)?.[0] }).toMatchObject({ status: 0 });
});

it('has a base for Kustomize that can be built', ({ skip }) => {
  if (spawnSync('kubectl', ['kustomize', '--help']).status !== 0) skip('needs kubectl');
  const folder = mkdtempSync(join(tmpdir(), 'tempshare-kustomize-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(ROOT, 'deploy/kubernetes'), folder, { recursive: true });
  for (const file of ['encryption-keys', 'database-url']) writeFileSync(join(folder, file), 'x');
  const built = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  expect(built).toContain(`image: tempshare:${version}`);
  expect(built.match(/^kind: \w+$/gm)?.sort()).toEqual(
    ['ConfigMap', 'Deployment', 'PodDisruptionBudget', 'Secret', 'Service'].map((kind) => `kind: ${kind}`),
  );
});

it('has no alert that test/stories/server/alerts.all.test.ts does not provoke', () => {
  expect(Object.keys(PROVOKED).sort()).toEqual([...ALERTS.keys()].sort());
  const monitoring = readFileSync(join(ROOT, 'docs/monitoring.md'), 'utf8');
  expect(monitoring).toContain(`has ${ALERTS.size} alerting rules`);
});
