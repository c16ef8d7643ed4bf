/** The ways of hosts and shells to name a variable, an input or a secret in a configuration. */
const PLACEHOLDER =
  /^(?:\$\{[^{}]*\}|\{(?:env|file):[^{}]*\}|\$?\{\{[^{}]*\}\}|\$[A-Z_][A-Z\d_]*|\$env:\w+|%[A-Z_][A-Z\d_]*%)$/;

/** Whether a value is nothing but a placeholder that the agent host did not replace, such as `${DEPLOY_TOKEN}`. */
export const isPlaceholder = (value: string): boolean => PLACEHOLDER.test(value.trim());
