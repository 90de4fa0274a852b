import { AppError } from '../../../base/errors.ts';

/** Throws `invalid_input` where a place of the form has as many files as fit there. */
export function requireFileCapacity(count: number, max: number): void {
  if (count >= max) {
    throw new AppError('invalid_input', `At most ${max} files fit here.`, { details: { max } });
  }
}
