/**
 * A program of its own that finishes one recording and ends: native code may crash, and the app must not.
 * Asked by the app with `{from, to}`; answers `{}` or `{error}`.
 */
import * as z from 'zod';
import { toWireError, type WireError } from '../../base/errors.ts';
import { finishRecording } from '../../engine/io/finish-recording.ts';
import { dieWithParent } from '../sandbox/parent-watch.ts';
import { openParentPort } from '../process/parent-port.ts';

const questionSchema = z.strictObject({ from: z.string().min(1), to: z.string().min(1) });

const port = openParentPort<{ readonly error?: WireError }>();
port.onMessage((message) => {
  void answer(message);
});
// The second holds even while this thread encodes.
port.onGone(() => process.exit(0));
dieWithParent();

async function answer(message: unknown): Promise<void> {
  try {
    await finishRecording(questionSchema.parse(message));
    port.send({});
  } catch (error) {
    port.send({ error: toWireError(error) });
  }
}
