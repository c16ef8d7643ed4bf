import type { Config } from '../config.ts';
import { ToolError } from '../tool-error.ts';
import { isPlaceholder } from './placeholder.ts';

/**
 * The value of a variable that the operator allows.
 *
 * @param argument the tool's argument that names it
 * @throws ToolError
 */
export function readAllowedVariable(config: Config, argument: string, name: string): string {
  const { allowedVariables } = config;
  if (allowedVariables.length === 0)
    throw new ToolError(
      `${argument} is off: the operator of this machine allows it by listing names in SERVICE_MCP_ENV. Nothing was sent.`,
    );
  if (!allowedVariables.includes(name))
    throw new ToolError(
      `${argument} must be one of the variables that the operator allows: ${allowedVariables.join(', ')}. Nothing was sent.`,
    );
  const value = config.variable(name);
  if (value && isPlaceholder(value))
    throw new ToolError(
      `${argument} names a variable that holds a reference and no value: the agent host has not filled it in. The operator must put the value into the configuration of the tool server, or in the form that this host replaces. Nothing was sent.`,
    );
  if (value) return value;
  throw new ToolError(
    `${argument} names a variable that is not set, or empty, where the tool server runs. Nothing was sent.`,
  );
}
