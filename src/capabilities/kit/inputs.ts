import type * as z from 'zod';
import { AppError, invariant } from '../../base/errors.ts';
import type { Operations, SubmitName } from '../../contract/api/operations.ts';
import { operations } from '../../contract/api/operations.ts';
import { type PlacedJoints, readPlacedJoints } from '../../contract/placed-joints.ts';
import type { InputFile } from '../media-file.ts';
import type { RunContext } from '../processor.ts';

/** What a request of an operation says. */
export type InputOf<Name extends SubmitName> = z.output<Operations[Name]['body']['schema']>;

/** The request of a run, checked again: it was stored in between. Throws `processing_failed`. */
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

/** Joints that were set by hand in the picture of a character; absent where none were. */
export function readPlaced({ hints }: Pick<RunContext, 'hints'>): PlacedJoints | undefined {
  return hints?.joints === undefined ? undefined : readPlacedJoints(hints.joints);
}

/** The file a field of the request names. */
export function requireFile({ files }: Pick<RunContext, 'files'>, key: string): InputFile {
  const file = files[key];
  invariant(file !== undefined, 'every upload of a request comes with its run');
  return file;
}
