import { AppError } from '../../../src/base/errors.ts';

/** Throws a description when the real value differs from the model's. */
export function expectSame(subject: string, real: unknown, expected: unknown): void {
  if (real !== expected) {
    throw new Error(`${subject}: the store says ${String(real)}, the model ${String(expected)}`);
  }
}

/** The code of a refusal, for comparison with a reply. Rethrows any other error. */
export function toCode(error: unknown): string {
  if (error instanceof AppError) {
    return error.code;
  }
  throw error;
}

/** Sum of numbers. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
