import { S3ServiceException } from '@aws-sdk/client-s3';
import type { AppError } from '../../base/errors.ts';
import { toStorageError } from '../store/storage-error.ts';

/** Returns whether the bucket answered that the object does not exist. */
export function isAbsent(error: unknown): boolean {
  return isStatus(error, 404);
}

/** Returns whether the bucket reported a failed precondition. */
export function isPreconditionFailed(error: unknown): boolean {
  return isStatus(error, 412);
}

/** Turns a failed read into `missing` where the bucket has nothing there, else into `storage_failed`. */
export function toReadError(error: unknown, missing: AppError): never {
  if (isAbsent(error)) {
    throw missing;
  }
  return toStorageError(error);
}

function isStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
}
