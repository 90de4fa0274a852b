import { readBucket } from './data-folder.ts';
import type { CheckFinding } from './findings.ts';
import type { Arguments } from './usage.ts';

/** Findings about abandoned multipart uploads. */
const brokenUploads = {
  removed: { state: 'ok', text: 'uploads that break off are removed' },
  kept: {
    state: 'note',
    text: 'uploads that break off stay and are paid for; a lifecycle rule (AbortIncompleteMultipartUpload, 1 day) removes them',
  },
  unknown: {
    state: 'note',
    text: 'its lifecycle rules cannot be read; one should abort incomplete multipart uploads after a day',
  },
} as const;

/** Findings of `doctor` about the configured bucket; empty without one. */
export async function checkBucket(args: Arguments): Promise<CheckFinding[]> {
  const bucket = readBucket(args);
  if (bucket === null || bucket === undefined) {
    return [];
  }
  const what = 'bucket';
  const { inspectBucket } = await import('../files/s3-bucket.ts');
  try {
    const { state, text } = brokenUploads[await inspectBucket(bucket)];
    return [{ what, state, text: `${bucket.bucket} can be used; ${text}` }];
  } catch (error) {
    const { cause } = error instanceof Error ? error : {};
    const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(error);
    return [{ what, state: 'bad', text: `${bucket.bucket} cannot be used: ${why}` }];
  }
}
