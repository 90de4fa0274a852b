/**
 * A program of its own that decodes one sound file and ends: native decoders may crash on a damaged file.
 * Asked by the app with `{path}`; answers `{wav, durationMs, isCut}` or `{error}`.
 */
import * as z from 'zod';
import { toWireError } from '../../../base/errors.ts';
import { openParentPort } from '../../parent-port.ts';
import { readReferenceFile } from './read-reference-file.ts';

const questionSchema = z.strictObject({ path: z.string().min(1) });

const port = openParentPort();
port.onMessage((message) => {
  void answer(message);
});
port.onGone(() => process.exit(0));

async function answer(message: unknown): Promise<void> {
  try {
    port.send(await readReferenceFile(questionSchema.parse(message).path));
  } catch (error) {
    port.send({ error: toWireError(error) });
  }
}
