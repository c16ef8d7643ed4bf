export { EnvelopeError, type EnvelopeErrorCode } from './errors.ts';
export {
  CHUNK_BYTES,
  createFileKey,
  openFile,
  openMetadata,
  sealedSize,
  sealFile,
  sealMetadata,
  type FileMetadata,
} from './file.ts';
export { open, readHeader, seal, type SealedHeader, type SealedKind, type SealOptions } from './jwe.ts';
export {
  createLinkKey,
  decodeLinkKey,
  DEFAULT_ITERATIONS,
  deriveKeys,
  encodeLinkKey,
  type EnvelopeKeys,
  type LinkKey,
  type PasswordOptions,
} from './keys.ts';
