import { ServiceProblem } from '../../domain/problem.ts';

/** Minimum number of guesses, as a power of ten. */
const MIN_GUESSES_LOG10 = 8;

/** @throws ServiceProblem `weak_password` if it resembles a common one, personal data, or a row of keys */
export async function refuseWeak(password: string, own: readonly string[]): Promise<void> {
  const check = await loadCheck();
  // Longer passwords are slow to check and not in lists.
  const { guessesLog10 } = await check(password.slice(0, 64), own);
  if (guessesLog10 < MIN_GUESSES_LOG10)
    throw new ServiceProblem(
      'weak_password',
      'This password is among the most common ones, or close to one. Choose another: four unrelated words are good.',
    );
}

type Check = (password: string, own: readonly string[]) => Promise<{ guessesLog10: number }>;

let check: Promise<Check> | undefined;

/** Loads the word lists, some megabytes, when the first password is chosen. */
function loadCheck(): Promise<Check> {
  check ??= (async () => {
    const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
    ]);
    const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
    return async (password, own) => factory.check(password, [...own]);
  })();
  return check;
}
