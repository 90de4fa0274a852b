import {
  GetBucketLifecycleConfigurationCommand,
  HeadBucketCommand,
  type LifecycleRule,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { toStorageError } from '../store/storage-error.ts';
import { openS3Client, type S3Bucket } from './s3-client.ts';

/** Fate of abandoned multipart uploads: removed by a rule of the bucket, kept and paid for, or unknown. */
export type BrokenUploads = 'removed' | 'kept' | 'unknown';

/**
 * Checks whether a bucket is usable, and how it handles abandoned uploads. Throws `storage_failed` when it
 * cannot be reached with these credentials.
 */
export async function inspectBucket(
  bucket: S3Bucket & { readonly prefix?: string | undefined },
): Promise<BrokenUploads> {
  const client = openS3Client(bucket);
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket.bucket }));
    return await findBrokenUploads(client, bucket.bucket, bucket.prefix ?? '');
  } catch (error) {
    return toStorageError(error);
  } finally {
    client.destroy();
  }
}

async function findBrokenUploads(
  client: S3Client,
  bucket: string,
  prefix: string,
): Promise<BrokenUploads> {
  try {
    const command = new GetBucketLifecycleConfigurationCommand({ Bucket: bucket });
    const { Rules: rules = [] } = await client.send(command);
    return rules.some((rule) => removesBroken(rule, prefix)) ? 'removed' : 'kept';
  } catch (error) {
    // Credentials that may store bytes may lack the right to read the rules, and some services have none.
    return error instanceof S3ServiceException && error.name === 'NoSuchLifecycleConfiguration'
      ? 'kept'
      : 'unknown';
  }
}

function removesBroken(rule: LifecycleRule, prefix: string): boolean {
  const { Status, AbortIncompleteMultipartUpload, Filter, Prefix } = rule;
  return (
    Status === 'Enabled' &&
    AbortIncompleteMultipartUpload !== undefined &&
    // A rule with tags or sizes beside the prefix does not cover all uploads.
    Filter?.And === undefined &&
    prefix.startsWith(Filter?.Prefix ?? Prefix ?? '')
  );
}
