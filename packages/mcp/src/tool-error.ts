/** Error that an agent can act on. Its message goes into the transcript, says what to do, and contains no shared content. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
