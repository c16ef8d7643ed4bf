import { optional, variable, boolean } from './variable.ts';

const encryptionKeys = (value: string): Buffer[] =>
  value.split(',').map((part) => {
    const key = Buffer.from(part.trim(), 'base64');
    if (key.length !== 32) {
      throw new Error(
        'must be base64 of 32 bytes, or several with commas between (make one with: openssl rand -base64 32)',
      );
    }
    return key;
  });

/** Encryption at rest. */
export const encryptionVariables = {
  ENCRYPTION_KEYS: optional(
    encryptionKeys,
    'Keys for encryption at rest: base64 of 32 bytes each, comma-separated. The first encrypts, all decrypt. Required in production. Without it the server creates a key file in `DATA_DIR`.',
  ),
  MAKE_KEY_FILE: variable(
    'false',
    boolean,
    'Creates the key file in production, too, if neither `ENCRYPTION_KEYS` nor `DATABASE_URL` is set. Back it up separately from the database: without it no item can be opened.',
  ),
};
