/** The ways of hosts and shells to name a variable, an input or a secret in a configuration. */
const REFERENCE =
  /^(?:\$\{[^{}]*\}|\{(?:env|file):[^{}]*\}|\$?\{\{[^{}]*\}\}|\$[A-Z_][A-Z\d_]*|\$env:\w+|%[A-Z_][A-Z\d_]*%)$/;

/** Whether a value is nothing but a reference that the agent host was to replace, such as `${DEPLOY_TOKEN}`. */
export const isUnfilled = (value: string): boolean => REFERENCE.test(value.trim());
