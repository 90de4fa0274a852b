import type * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { jitless } from './jitless.ts';

/**
 * Parses untrusted input. Throws `invalid_input` with `name` and the field and rule of each problem: zod's
 * messages name the allowed values and never repeat the input.
 */
export function parseInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
  name: string,
): z.output<S> {
  const parsed = schema.safeParse(input, jitless);
  if (!parsed.success) {
    const issues = parsed.error.issues.slice(0, 5).map((issue) => {
      const field = issue.path.map(String).join('.');
      return field === '' ? issue.message : `${field}: ${issue.message}`;
    });
    throw new AppError('invalid_input', `${name}: ${issues.join(' ')}`);
  }
  return parsed.data;
}
