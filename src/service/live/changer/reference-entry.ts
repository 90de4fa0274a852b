/**
 * Child program that decodes one audio file for the app. Decoders run in a sandbox, which the app itself does
 * not start.
 */
import { checkQuestions } from '../../../contract/peer-methods.ts';
import { referenceProgram } from '../../../contract/programs.ts';
import { callProcess } from '../../process/call-host.ts';
import { serveParent } from '../../../engine/threads/serve-parent.ts';
import type { ReferenceMethods } from './reference-decoder-entry.ts';

/** A minute of audio decodes in a second. */
const LIMIT_MS = 30_000;

serveParent(
  checkQuestions(referenceProgram, {
    decode: ({ path }) =>
      callProcess<ReferenceMethods>(
        {
          program: new URL('./reference-decoder-entry.ts', import.meta.url),
          grants: { readable: [path] },
          schemas: { answers: { decode: referenceProgram.decode.answer } },
          silence: { ms: LIMIT_MS, text: 'The recording was not decoded within 30 seconds.' },
          endedText: 'The process that decoded the recording ended.',
        },
        'decode',
        path,
      ),
  }),
);
