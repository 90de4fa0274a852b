/** Reports that it runs, and then hangs, like a decoder. */
import { openParentChannel } from '../../../src/service/sandbox/parent-channel.ts';

const { send } = openParentChannel(() => undefined);
send({ type: 'hangs' });
setImmediate(() => {
  for (;;) {
    // Not even the end of the channel is noticed.
  }
});
