/** A fault that somebody could make, and that the suite is to find. */
export interface Mutant {
  /** Says what goes wrong, as a user or an attacker would notice it. */
  name: string;
  /** The file that has it, from the root of the repository. */
  file: string;
  /** A text within one line, which occurs once in the file. */
  from: string;
  /** The replacement. */
  to: string;
  /** Words in the paths of the test files that belong to it. */
  tests: readonly string[];
}
