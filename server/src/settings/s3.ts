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
    'Bucket for files, in Amazon S3 or a compatible service. Without it they are stored in the database.',
  ),
  S3_ENDPOINT: optional(httpUrl, 'Address of the S3 service. Default: Amazon S3 in `S3_REGION`.'),
  S3_REGION: variable('us-east-1', text, 'Region of the bucket. Compatible services often accept any.'),
  S3_PREFIX: optional(objectPrefix, 'Prefix of all object keys, such as `tempshare/`.'),
  S3_ACCESS_KEY_ID: optional(
    text,
    'Access key for S3. Default: the AWS credential chain (`AWS_` variables, profile, role of the machine or container).',
  ),
  S3_SECRET_ACCESS_KEY: optional(text, 'Secret of `S3_ACCESS_KEY_ID`.'),
  S3_FORCE_PATH_STYLE: variable(
    'false',
    boolean,
    'Puts the bucket into the path instead of the host name, as MinIO and others require.',
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
