import * as z from 'zod';
import { type ErrorCode, isErrorCode, type WireError } from '../base/errors.ts';

/** An error as it comes out of another process; unknown codes are refused. */
export const wireErrorSchema: z.ZodType<WireError> = z.object({
  code: z.custom<ErrorCode>((value) => typeof value === 'string' && isErrorCode(value)),
  message: z.string(),
  details: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .optional(),
});
