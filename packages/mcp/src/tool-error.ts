/** What an agent can act on. The message goes into the transcript: it says what to do, and holds nothing that was shared. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
