/** A sandboxed process that decodes one sound file of the user: takes its path over the channel of its parent. */
import { toWireError } from '../../../base/errors.ts';
import { openParentChannel } from '../../sandbox/parent-channel.ts';
import type { ReferenceAnswer } from './reference-messages.ts';
import { readReferenceFile } from './read-reference-file.ts';

const { send } = openParentChannel<ReferenceAnswer, { readonly path: string }>(({ path }) => {
  void answer(path).then(send);
});

async function answer(path: string): Promise<ReferenceAnswer> {
  try {
    return { sound: await readReferenceFile(path) };
  } catch (error) {
    return { error: toWireError(error) };
  }
}
