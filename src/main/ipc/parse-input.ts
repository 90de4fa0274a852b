import type * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { jitless } from './jitless.ts';

/**
 * Parses what somebody sent. Throws `invalid_input` with `name` and the field and rule of each problem: zod's messages
 * name what is allowed and never repeat the value.
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
