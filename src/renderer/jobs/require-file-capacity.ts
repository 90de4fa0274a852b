import { AppError } from '../../base/errors.ts';

/** Throws `invalid_input` where a place of the form has as many files as fit there. */
export function requireFileCapacity(count: number, most: number): void {
  if (count >= most) {
    throw new AppError('invalid_input', `At most ${most} files fit here.`, { details: { most } });
  }
}
