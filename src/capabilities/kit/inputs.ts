import type * as z from 'zod';
import { AppError, invariant } from '../../base/errors.ts';
import type { Operations, SubmitName } from '../../contract/api/operations.ts';
import { operations } from '../../contract/api/operations.ts';
import { type PlacedJoints, readPlacedJoints } from '../../contract/placed-joints.ts';
import type { InputFile } from '../media-file.ts';
import type { RunContext } from '../processor.ts';

/** Validated request of an operation. */
export type InputOf<Name extends SubmitName> = z.output<Operations[Name]['body']['schema']>;

/** Validates the stored request of a run again. Throws `processing_failed`. */
export function readInput<Name extends SubmitName>(
  context: Pick<RunContext, 'input'>,
  name: Name,
): InputOf<Name> {
  const parsed = operations[name].body.schema.safeParse(context.input);
  if (!parsed.success) {
    throw new AppError('processing_failed', 'The stored request of the job cannot be read.', {
      cause: parsed.error,
    });
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema is that of the name
  return parsed.data as InputOf<Name>;
}

/** Returns the joints that the user placed in a character's image; undefined when there are none. */
export function findPlacedJoints({ hints }: Pick<RunContext, 'hints'>): PlacedJoints | undefined {
  return hints?.joints === undefined ? undefined : readPlacedJoints(hints.joints);
}

/** Returns the file of a request's field. */
export function requireFile({ files }: Pick<RunContext, 'files'>, key: string): InputFile {
  const file = files[key];
  invariant(file !== undefined, 'every upload of a request comes with its run');
  return file;
}
