/** Child program that finishes one recording for the app: native code may crash, and the app must not. */
import { checkQuestions } from '../../contract/peer-methods.ts';
import { finishProgram } from '../../contract/programs.ts';
import { finishRecording } from '../../engine/io/finish-recording.ts';
import { serveParent } from '../../engine/threads/serve-parent.ts';
import { dieWithParent } from '../sandbox/parent-watch.ts';

serveParent(
  checkQuestions(finishProgram, {
    finish: finishRecording,
  }),
);
// Holds even while this thread encodes.
dieWithParent();
