import { ServiceProblem } from '../../domain/problem.ts';

/** Guesses below this many, as a power of ten, are among those that attackers try first. */
const MIN_GUESSES_LOG10 = 8;

/**
 * Refuses a password that is among the common ones, or a simple variant of one, of the person's own data, or of a row of
 * keys. The length is checked by the contract.
 * @throws ServiceProblem `weak_password`
 */
export async function refuseWeak(password: string, own: readonly string[]): Promise<void> {
  const check = await loaded();
  // Longer ones take zxcvbn longer, and are not guessed by lists.
  const { guessesLog10 } = await check(password.slice(0, 64), own);
  if (guessesLog10 < MIN_GUESSES_LOG10)
    throw new ServiceProblem(
      'weak_password',
      'This password is among the most common ones, or close to one. Choose another: four unrelated words are good.',
    );
}

type Check = (password: string, own: readonly string[]) => Promise<{ guessesLog10: number }>;

let check: Promise<Check> | undefined;

/** The word lists take some megabytes: they are loaded when the first password is chosen. */
function loaded(): Promise<Check> {
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
