/** Which setting to look at, by the name that S3 or its SDK gives an error. */
const SETTINGS: Record<string, string> = {
  NoSuchBucket: 'S3_BUCKET',
  NotFound: 'S3_BUCKET',
  InvalidBucketName: 'S3_BUCKET',
  CredentialsProviderError: 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY',
  AccessDenied: 'what S3_ACCESS_KEY_ID may do with the objects and uploads of S3_BUCKET',
  PermanentRedirect: 'S3_REGION',
  AuthorizationHeaderMalformed: 'S3_REGION',
  IllegalLocationConstraintException: 'S3_REGION',
  MethodNotAllowed: 'S3_ENDPOINT',
  NotImplemented: 'S3_ENDPOINT',
};

/** A sentence for an operator on why S3 cannot be used. */
export function explainS3Refusal(error: unknown): string {
  const { name, code, message } = error as Error & { code?: string };
  const unknown = name === 'AbortError' ? 'it does not answer' : (code ?? (message || name));
  const reason = SETTINGS[name] ? `${name}: ${message}` : unknown;
  const setting = SETTINGS[name] ?? 'S3_ENDPOINT, S3_REGION and S3_FORCE_PATH_STYLE';
  return `S3 cannot be used (${reason.replace(/\.+$/, '')}). Check ${setting}.`;
}
