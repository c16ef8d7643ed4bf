/** Error for an unreadable file of the server, with the remedy. */
export function unreadable(path: string, { code, message }: Error & { code?: string }): Error {
  if (code === 'EISDIR')
    return new Error(
      `${path} is a directory, and must be a file. A container makes a directory of what it is to mount when that does not exist: remove it, and restore the file.`,
    );
  return new Error(`${path} cannot be read (${message}). Let the server's user read it.`);
}
