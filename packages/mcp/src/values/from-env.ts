import type { Config } from '../config.ts';
import { ToolError } from '../tool-error.ts';

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
  if (value) return value;
  throw new ToolError(
    `${argument} names a variable that is not set, or empty, where the tool server runs. Nothing was sent.`,
  );
}
