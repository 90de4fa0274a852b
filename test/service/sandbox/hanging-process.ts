/** Says that it runs, and then nothing any more: like a decoder that hangs. */
import { openParentChannel } from '../../../src/service/sandbox/parent-channel.ts';

const { send } = openParentChannel(() => undefined);
send({ type: 'hangs' });
setImmediate(() => {
  for (;;) {
    // Not even the end of the channel is noticed.
  }
});
