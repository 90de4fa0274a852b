/**
 * A program of its own that decodes one sound file and ends: native decoders may crash on a damaged file.
 * Asked by the app with `{path}`; answers `{wav, durationMs, isCut}` or `{error}`.
 */
import * as z from 'zod';
import { toWireError } from '../../../base/errors.ts';
import { openProgramPort } from './program-port.ts';
import { readReferenceFile } from './read-reference-file.ts';

const questionSchema = z.strictObject({ path: z.string().min(1) });

const port = openProgramPort();
port.onMessage((message) => {
  void answer(message);
});

async function answer(message: unknown): Promise<void> {
  try {
    port.send(await readReferenceFile(questionSchema.parse(message).path));
  } catch (error) {
    port.send({ error: toWireError(error) });
  }
}
