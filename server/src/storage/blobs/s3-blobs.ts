import { randomUUID } from 'node:crypto';
import type { CompletedPart, S3 } from '@aws-sdk/client-s3';
import { BlobStoreError, LostBytesError, type BlobStore, type Written, type BlobRef } from './blobs.ts';
import { Semaphore } from '../../limits/semaphore.ts';
import { watched } from '../../runtime/pieces.ts';

/** S3 bucket settings. Without credentials, the SDK uses the default AWS chain. */
export interface S3Settings {
  bucket: string;
  prefix: string;
  region: string;
  endpoint: string | undefined;
  forcePathStyle: boolean;
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

/** Minimum size of a part that is not the last. Each upload keeps one part in memory. */
const PART_BYTES = 5 * 1024 * 1024;
/** Bytes per request for a slow client: a sealed chunk of a file, of which no sealed byte waits in memory. */
const RANGE_BYTES = 262_172;
/** Bytes per request for a quick client, for which each request is a wait. */
const QUICK_RANGE_BYTES = 2 * RANGE_BYTES;
/** A client that takes a range within this time is quick. */
const QUICK_MS = 1_000;
/** Timeout of a step with its retries. A silent upload is cut off after a minute. */
const STEP_MS = 40_000;
const START_MS = 10_000;

/** Maximum number of concurrent request bodies. More would slow each other down until they time out. */
const MAX_BODIES = 8;

/** Blobs as objects in S3. Blobs marked for deletion in the database are removed here later. */
export class S3Blobs implements BlobStore {
  readonly storage = 's3';
  readonly #settings: S3Settings;
  readonly #bodies = new Semaphore(MAX_BODIES);
  #client: Promise<S3> | undefined;

  constructor(settings: S3Settings) {
    this.#settings = settings;
  }

  async write({ id }: Pick<BlobRef, 'id'>, pieces: AsyncIterable<Buffer>): Promise<Written> {
    const written = { pieces: 0, bytes: 0 };
    const count = (piece: Buffer): void => {
      written.pieces++;
      written.bytes += piece.length;
    };
    await this.#put(id, watched(pieces, count));
    const { ContentLength } = await this.#step((s3, within) => s3.headObject(this.#at(id), within));
    if (ContentLength !== written.bytes) throw new LostBytesError(id, written, { bytes: ContentLength });
    return written;
  }

  /** `write` has already verified the size, and S3 does not crash with the database. */
  async confirm(): Promise<void> {}

  async #put(id: string, pieces: AsyncIterable<Buffer>): Promise<void> {
    const at = this.#at(id);
    const parts: CompletedPart[] = [];
    let uploadId: string | undefined;
    try {
      for await (const { bytes, last } of inParts(pieces)) {
        if (last && parts.length === 0) {
          await this.#bodies.run(() =>
            this.#step((s3, within) => s3.putObject({ ...at, Body: bytes }, within)),
          );
          return;
        }
        uploadId ??= (await this.#step((s3, within) => s3.createMultipartUpload(at, within)))
          .UploadId as string;
        const part = { ...at, UploadId: uploadId, PartNumber: parts.length + 1 };
        const { ETag } = await this.#bodies.run(() =>
          this.#step((s3, within) => s3.uploadPart({ ...part, Body: bytes }, within)),
        );
        parts.push({ PartNumber: part.PartNumber, ETag });
      }
      const whole = { ...at, UploadId: uploadId, MultipartUpload: { Parts: parts } };
      await this.#step((s3, within) => s3.completeMultipartUpload(whole, within));
    } catch (error) {
      // The abort is not awaited; `remove` deletes leftovers.
      if (uploadId !== undefined) this.#abort(id, uploadId).catch(() => undefined);
      throw error;
    }
  }

  /** Requests one range after the other: S3 closes a connection on which a slow client reads nothing. */
  async *read(
    { id }: Pick<BlobRef, 'id'>,
    { bytes }: Pick<Written, 'bytes'> = { bytes: 0 },
  ): AsyncGenerator<Uint8Array> {
    let length = RANGE_BYTES;
    for (let [at, total] = [bytes, Infinity]; at < total;) {
      const range = await this.#range(id, at, length);
      if (!range) return;
      const { pieces } = range;
      ({ total } = range);
      length = QUICK_RANGE_BYTES;
      // A slow client keeps nothing in memory: what it has not taken is requested again.
      const slow = setTimeout(() => {
        pieces.length = 0;
        length = RANGE_BYTES;
      }, QUICK_MS).unref();
      try {
        // Pieces are released as they are read.
        for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
          at += piece.length;
          yield piece;
        }
      } finally {
        clearTimeout(slow);
      }
    }
  }

  async remove({ id }: Pick<BlobRef, 'id'>): Promise<void> {
    const at = this.#at(id);
    const { Uploads = [] } = await this.#step((s3, within) =>
      s3.listMultipartUploads({ Bucket: at.Bucket, Prefix: at.Key }, within),
    );
    // Uploads first: an aborted upload cannot be completed any more.
    for (const { Key, UploadId } of Uploads) {
      if (Key === at.Key) await this.#abort(id, UploadId as string);
    }
    await this.#step((s3, within) => s3.deleteObject(at, within));
  }

  /** Performs once each operation that files need. */
  async check(): Promise<void> {
    const id = `check_${randomUUID()}`;
    const at = this.#at(id);
    const step = <Result>(work: Step<Result>): Promise<Result> => this.#step(work, START_MS);
    try {
      await step((s3, within) => s3.putObject({ ...at, Body: Buffer.alloc(1) }, within));
      const { UploadId } = await step((s3, within) => s3.createMultipartUpload(at, within));
      await step((s3, within) => s3.abortMultipartUpload({ ...at, UploadId }, within));
      await step((s3, within) => s3.headObject(at, within));
      await step(async (s3, within) => (await s3.getObject(at, within)).Body?.transformToByteArray());
      await this.remove({ id });
    } catch (error) {
      throw new Error(explainS3Refusal((error as BlobStoreError).cause), { cause: error });
    }
  }

  #at(id: string): { Bucket: string; Key: string } {
    return { Bucket: this.#settings.bucket, Key: this.#settings.prefix + id };
  }

  async #range(id: string, start: number, length: number): Promise<Range | undefined> {
    const request = { ...this.#at(id), Range: `bytes=${start}-${start + length - 1}` };
    try {
      return await this.#step(async (s3, within) => {
        const { Body, ContentRange } = await s3.getObject(request, within);
        const pieces: Uint8Array[] = [];
        for await (const piece of Body as AsyncIterable<Uint8Array>) pieces.push(piece);
        const end = start + pieces.reduce((sum, piece) => sum + piece.length, 0);
        return { pieces, total: Number(/\/(\d+)$/.exec(ContentRange ?? '')?.[1] ?? end) };
      });
    } catch (error) {
      if (nameOf(error) === 'NoSuchKey') return undefined;
      throw error;
    }
  }

  async #abort(id: string, uploadId: string): Promise<void> {
    try {
      await this.#step((s3, within) =>
        s3.abortMultipartUpload({ ...this.#at(id), UploadId: uploadId }, within),
      );
    } catch (error) {
      if (nameOf(error) !== 'NoSuchUpload') throw error;
    }
  }

  /** Runs one request with a timeout. @throws BlobStoreError */
  async #step<Result>(work: Step<Result>, ms = STEP_MS): Promise<Result> {
    // `AbortSignal.timeout` would keep received bytes in memory until it fires.
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), ms);
    timer.unref();
    try {
      const s3 = await (this.#client ??= connect(this.#settings));
      return await work(s3, { abortSignal: timeout.signal });
    } catch (error) {
      throw new BlobStoreError(error);
    } finally {
      clearTimeout(timer);
    }
  }
}

type Step<Result> = (s3: S3, within: { abortSignal: AbortSignal }) => Promise<Result>;

interface Range {
  /** Pieces as received: one large buffer would stay with the process after it is freed. */
  pieces: Uint8Array[];
  /** Size of the object. */
  total: number;
}

const nameOf = (error: unknown): unknown =>
  error instanceof BlobStoreError && error.cause instanceof Error ? error.cause.name : undefined;

/** Loads the SDK on first use: most servers have no S3. */
async function connect({ region, endpoint, forcePathStyle, credentials }: S3Settings): Promise<S3> {
  const sdk = await import('@aws-sdk/client-s3');
  return new sdk.S3({
    region,
    forcePathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
    // Sealed bytes need no checksum, and some storages reject the newer ones.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Without it, each part would wait on a connection of its own for a 100 Continue.
    expectContinueHeader: false,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
    // Errors reach the caller; the SDK would also print them.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
}

/** Splits bytes into parts of equal size, the last may be smaller. All parts share one buffer. */
async function* inParts(pieces: AsyncIterable<Buffer>): AsyncGenerator<{ bytes: Buffer; last: boolean }> {
  // Memory pages are allocated when they are written, so a small file costs little.
  const part = Buffer.allocUnsafeSlow(PART_BYTES);
  let length = 0;
  for await (const piece of pieces) {
    let rest = piece;
    while (length + rest.length > PART_BYTES) {
      rest = rest.subarray(rest.copy(part, length));
      yield { bytes: part, last: false };
      length = 0;
    }
    length += rest.copy(part, length);
  }
  yield { bytes: part.subarray(0, length), last: true };
}

/** Setting to check, by error name of S3 or its SDK. */
const SETTING_OF_ERROR: Record<string, string> = {
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

function explainS3Refusal(error: unknown): string {
  const { name, code, message } = error as Error & { code?: string };
  const unknown = name === 'AbortError' ? 'it does not answer' : (code ?? (message || name));
  const reason = SETTING_OF_ERROR[name] ? `${name}: ${message}` : unknown;
  const setting = SETTING_OF_ERROR[name] ?? 'S3_ENDPOINT, S3_REGION and S3_FORCE_PATH_STYLE';
  return `S3 cannot be used (${reason.replace(/\.+$/, '')}). Check ${setting}.`;
}
