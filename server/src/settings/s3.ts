import { boolean, httpUrl, missingFor, optional, text, type Values, variable } from './variable.ts';

const bucketName = (value: string): string => {
  if (/[\s/]/.test(value)) throw new Error('must be the name of a bucket, without spaces and slashes');
  return value;
};

const objectPrefix = (value: string): string => {
  if (!/^[\w.!'()*-][\w.!'()*/-]*$/.test(value)) {
    throw new Error('must be what keys of objects can begin with, such as tempshare/');
  }
  return value;
};

/** The bucket for files. */
export const s3Variables = {
  S3_BUCKET: optional(
    bucketName,
    'The bucket for the bytes of files, in Amazon S3 or what speaks like it. Without it they lie in the database.',
  ),
  S3_ENDPOINT: optional(httpUrl, 'The address of the S3 service. Default: that of Amazon S3 in `S3_REGION`.'),
  S3_REGION: variable(
    'us-east-1',
    text,
    'The region of the bucket; other services than Amazon S3 often take any.',
  ),
  S3_PREFIX: optional(objectPrefix, 'What the keys of all objects begin with, such as `tempshare/`.'),
  S3_ACCESS_KEY_ID: optional(
    text,
    'The access key for S3. Without it the keys are those that programs of AWS find: `AWS_` variables, profile, role of the machine or container.',
  ),
  S3_SECRET_ACCESS_KEY: optional(text, 'The secret of `S3_ACCESS_KEY_ID`.'),
  S3_FORCE_PATH_STYLE: variable(
    'false',
    boolean,
    'Whether the bucket is named in the path in place of the host, as MinIO and others need it.',
  ),
};

export function s3Problems(values: Values): string[] {
  const bucket = missingFor(values, 'S3_BUCKET', [
    'S3_ENDPOINT',
    'S3_PREFIX',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
  ]);
  if (bucket.length > 0) return bucket;
  if ((values.S3_ACCESS_KEY_ID === undefined) === (values.S3_SECRET_ACCESS_KEY === undefined)) return [];
  return ['S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed together.'];
}
