import ts from 'typescript';
import { exportsOf, type Exported } from './package-exports.ts';

/** The types of an operation, such as `TransfersCreateData`, and of a webhook's body; too many to list one by one. */
const OF_OPERATIONS = /.(Data|Errors?|Responses?|WebhookPayload|WebhookRequest)$/;

/**
 * For each entry point of the SDK a heading and a list of what it exports, in Markdown; without the types that are
 * described by themselves.
 */
export function sdkExports(described: readonly string[]): string[] {
  const { checker, entries } = exportsOf('sdk');
  const listedSymbols = new Set<ts.Symbol>();
  return entries.flatMap(({ name, exported }) => {
    const listed = exported.filter(
      (each) => !isOfOperation(each) && !(isGenerated(each) && described.includes(each.name)),
    );
    const more = listed.length < exported.length ? [PER_OPERATION] : [];
    const again = listed.filter(({ symbol }) => listedSymbols.has(symbol));
    const lines = listed
      .filter(({ symbol }) => !listedSymbols.has(symbol))
      .map((each) => line(checker, each))
      .sort();
    for (const { symbol } of listed) listedSymbols.add(symbol);
    const named = again.map(({ name }) => `\`${name}\``).join(', ');
    const repeated = named === '' ? [] : [`As above: ${named}.`];
    return [`### ${name}`, ...(lines.length > 0 ? [lines.join('\n')] : []), ...repeated, ...more];
  });
}

const PER_OPERATION =
  'And for each operation, such as `transfers.create`, `TransfersCreateData`, `TransfersCreateErrors`, `TransfersCreateError`, `TransfersCreateResponses` and `TransfersCreateResponse`; for each webhook, such as `secret.consumed`, `SecretConsumedWebhookPayload` and `SecretConsumedWebhookRequest`.';

const isGenerated = ({ symbol }: Exported): boolean =>
  symbol.declarations?.[0]?.getSourceFile().fileName.includes('/src/gen/') ?? false;

const isOfOperation = (each: Exported): boolean => isGenerated(each) && OF_OPERATIONS.test(each.name);

function line(checker: ts.TypeChecker, each: Exported): string {
  const about = firstSentence(checker, each.symbol);
  const members = isGenerated(each) ? [] : membersOf(each.symbol);
  return `- \`${each.name}\`${about && `: ${about}`}${members.length > 0 ? ` Has ${members.map((name) => `\`${name}\``).join(', ')}.` : ''}`;
}

function firstSentence(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ');
  const [sentence = ''] = /^.*?[.](?= |$)/.exec(text) ?? [text];
  return sentence;
}

/** The members that are declared in a class or interface itself, but for what is private. */
function membersOf(symbol: ts.Symbol): string[] {
  const declared = (symbol.declarations ?? []).flatMap((each) =>
    ts.isInterfaceDeclaration(each) || ts.isClassDeclaration(each) ? [...each.members] : [],
  );
  const names = declared.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : []));
  return [...new Set(names)].filter((name) => name !== 'kind');
}
