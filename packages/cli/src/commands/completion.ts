import { Argument, type Command } from 'commander';
import { write, type Io } from '../io.ts';
import { runs, type Run } from './options.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export function addCompletion(program: Command, io: Io): void {
  program
    .command('completion')
    .summary('print a completion script for a shell')
    .description('Prints the script that completes commands and options in a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action(runs(io, completion(program)));
}

/** The words that can follow a command: its commands and its options. */
interface Words {
  path: string;
  words: string[];
}

const completion =
  (program: Command): Run<object> =>
  async (io, [shell]) => {
    const scripts = { bash, zsh, fish };
    await write(io.stdout, scripts[shell as (typeof SHELLS)[number]](wordsOf(program, '')));
  };

function wordsOf(command: Command, path: string): Words[] {
  const shown = command.commands.filter((each) => each.name() !== 'help');
  const options = [...command.options, ...(command.parent?.parent?.options ?? command.parent?.options ?? [])];
  const words = [...shown.map((each) => each.name()), ...options.map(({ long }) => long ?? ''), '--help'];
  return [
    { path, words: [...new Set(words.filter(Boolean))] },
    ...shown.flatMap((each) => wordsOf(each, `${path} ${each.name()}`.trim())),
  ];
}

const cases = (all: Words[], line: (words: Words) => string): string => all.map(line).join('\n');

const bash = (all: Words[]): string => `# tempshare completion for bash: source <(tempshare completion bash)
_tempshare() {
  local path="" next word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && continue
    next="\${path:+$path }$word"
    case "$next" in
      ${all.flatMap(({ path }) => (path === '' ? [] : [`"${path}"`])).join('|')}) path="$next" ;;
    esac
  done
  case "$path" in
${cases(all, ({ path, words }) => `    "${path}") COMPREPLY=($(compgen -W "${words.join(' ')}" -- "\${COMP_WORDS[COMP_CWORD]}")) ;;`)}
  esac
}
complete -o default -F _tempshare tempshare
`;

const zsh = (all: Words[]): string => `# tempshare completion for zsh: source <(tempshare completion zsh)
autoload -U +X bashcompinit && bashcompinit
${bash(all)}`;

const fish = (all: Words[]): string =>
  `# tempshare completion for fish: tempshare completion fish | source
function __tempshare_path
  set -l path
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; and continue
    set -l next (string join ' ' $path $word)
    contains -- $next ${all.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`])).join(' ')}; and set path $next
  end
  string join ' ' $path
end
${cases(all, ({ path, words }) => `complete -c tempshare -n 'test "$(__tempshare_path)" = "${path}"' -a '${words.join(' ')}'`)}
`;
