import { AppError } from '../../base/errors.ts';

/** What `run` gives; a file without a face is named by its field in what it throws. */
export async function withFaceErrorField<Result>(
  field: string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'face_not_detected') {
      throw error;
    }
    throw new AppError('face_not_detected', `${field}: ${error.message}`, {
      cause: error,
      details: { ...error.details, field },
    });
  }
}

/**
 * What `run` gives. A request was taken in already, so what is wrong with it now is thrown as a failure of the job, with the
 * field that it is about where that is known.
 */
export async function withJobFailure<Result>(
  run: () => Promise<Result>,
  field?: string,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') {
      const details = field === undefined ? error.details : { field, ...error.details };
      throw new AppError('processing_failed', error.message, {
        cause: error,
        ...(details === undefined ? {} : { details }),
      });
    }
    throw error;
  }
}
