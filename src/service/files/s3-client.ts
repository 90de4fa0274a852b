import { S3Client } from '@aws-sdk/client-s3';

/** A bucket, and how to get in. */
export interface S3Bucket {
  /** Address of the service; absent for Amazon's own. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** Absent: the SDK's default chain, such as a profile, or the role of a container or machine. */
  readonly credentials?: S3Credentials | undefined;
  /** Puts the bucket into the path instead of the host name, as most services beside Amazon require. */
  readonly forcePathStyle?: boolean | undefined;
  readonly timeouts?: S3Timeouts | undefined;
}

/** A key that is good until it is revoked. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Timeouts of the service, in milliseconds; the SDK's default is to wait forever. */
export interface S3Timeouts {
  readonly connectMs: number;
  /** From the first byte of a request to the head of its reply. */
  readonly requestMs: number;
  /** Silence in both directions, the body of a reply included. */
  readonly idleMs: number;
}

/** A part of 8 MB passes within a minute at 140 kB/s. */
const defaultTimeouts: S3Timeouts = { connectMs: 10_000, requestMs: 60_000, idleMs: 60_000 };

/** A client of the service that has the bucket; the caller destroys it. */
export function openS3Client(bucket: S3Bucket): S3Client {
  const { connectMs, requestMs, idleMs } = bucket.timeouts ?? defaultTimeouts;
  return new S3Client({
    region: bucket.region,
    forcePathStyle: bucket.forcePathStyle ?? bucket.endpoint !== undefined,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: requestMs,
      throwOnRequestTimeout: true,
      socketTimeout: idleMs,
    },
    // Checksums beside the signature are newer than many services that speak S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(bucket.endpoint === undefined ? {} : { endpoint: bucket.endpoint }),
    ...(bucket.credentials === undefined ? {} : { credentials: bucket.credentials }),
  });
}
