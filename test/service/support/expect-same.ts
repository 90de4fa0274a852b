import { AppError } from '../../../src/base/errors.ts';

/** Throws, in words, when what is real differs from what a model expects. */
export function expectSame(what: string, real: unknown, expected: unknown): void {
  if (real !== expected) {
    throw new Error(`${what}: the store says ${String(real)}, the model ${String(expected)}`);
  }
}

/** The code of a refusal, for comparing it with an answer. Throws what is no refusal. */
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
