import type * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { referenceProgram } from '../../contract/programs.ts';
import { callProgram } from '../programs/call-host.ts';

/** Sound of a reference, ready for the socket. */
export type DecodedReference = z.output<typeof referenceProgram.decode.answer>;

/** A minute of audio decodes in a second; damaged files may take forever. */
const LIMIT_MS = 30_000;

/** Decodes an audio file in a child program. Throws `unsupported_format` or `invalid_input` with the fault. */
export async function readReferenceSound(program: string, path: string): Promise<DecodedReference> {
  return callProgram(
    {
      path: program,
      name: 'Guise sound reader',
      methods: referenceProgram,
      failure: () =>
        new AppError('unsupported_format', 'The recording could not be decoded.', {
          details: faultDetails('no_sound'),
        }),
      limitMs: LIMIT_MS,
    },
    'decode',
    { path },
  );
}
