import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretLintCoreConfig } from '@secretlint/types';
import type { Finding } from './finding.ts';

const PREFIX = '@secretlint/secretlint-rule-';

/** Rules of the preset that are left out; what they find is found by our own. */
const LEFT_OUT = new Map([
  // a line such as `// secretlint-disable` in the text would switch the masking off
  ['filter-comments', 'text is data, not instructions'],
  ['aws', 'its range starts at the name and is as long as the key: the end of the key would stay'],
  ['basicauth', 'its range is the whole URL'],
  ['database-connection-string', 'its range is the whole URL'],
  ['github', 'takes seconds for 500 KB of `ghs_1_a.`'],
]);

const config: SecretLintCoreConfig = {
  rules: rules
    .map((rule) => ({ id: rule.meta.id, rule }))
    .filter(({ id }) => !LEFT_OUT.has(id.slice(PREFIX.length))),
};

// Its profiler is on by default and keeps every mark for good.
secretLintProfiler.setEnabled(false);

/** Findings of secretlint. Kinds are named after its rules. */
export async function findWithSecretlint(text: string): Promise<Finding[]> {
  // It leaves a byte order mark out of its count.
  const shift = text.startsWith('\ufeff') ? 1 : 0;
  const { messages } = await lintSource({
    source: { filePath: 'text.txt', content: text, ext: '.txt', contentType: 'text' },
    options: { config, noPhysicFilePath: true },
  });
  return messages.map(({ ruleId, range: [start, end] }) => ({
    kind: `${ruleId.slice(PREFIX.length)}-key`,
    start: start + shift,
    end: end + shift,
  }));
}
