import { AppError } from '../../base/errors.ts';

/** Runs `run`, and adds the field to its `face_not_detected` error. */
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
 * Runs `run` and turns its `invalid_input` into a failure of the job, with the faulty field when it is known: the
 * request was accepted already.
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
