/**
 * A program of its own that has one sound file decoded and ends. Decoders run in a sandbox, which the app itself does
 * not start. Asked by the app with `{path}`; answers `{wav, durationMs, isCut}` or `{error}`.
 */
import * as z from 'zod';
import { toWireError } from '../../../base/errors.ts';
import { askProcess } from '../../process/ask-host.ts';
import { openParentPort } from '../../process/parent-port.ts';
import type { ReferenceMethods } from './reference-decoder-entry.ts';
import { referenceSoundSchema } from './reference-messages.ts';

const questionSchema = z.strictObject({ path: z.string().min(1) });

/** A minute of sound decodes in a second. */
const LIMIT_MS = 30_000;

const port = openParentPort();
port.onMessage((message) => {
  void answer(message);
});
port.onGone(() => process.exit(0));

async function answer(message: unknown): Promise<void> {
  try {
    const { path } = questionSchema.parse(message);
    const sound = await askProcess<ReferenceMethods>(
      {
        program: new URL('./reference-decoder-entry.ts', import.meta.url),
        grants: { readable: [path] },
        says: { answers: { decode: referenceSoundSchema } },
        silence: { ms: LIMIT_MS, text: 'The recording was not decoded within 30 seconds.' },
        endedText: 'The process that decoded the recording ended.',
      },
      'decode',
      path,
    );
    port.send(sound);
  } catch (error) {
    port.send({ error: toWireError(error) });
  }
}
