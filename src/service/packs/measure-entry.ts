/** The measuring process: takes one setup over the channel of its parent, answers and waits to be ended. */
import { toWireError } from '../../base/errors.ts';
import { measureChoice } from '../../capabilities/kit/measure-choice.ts';
import { type MeasureReply, packSetupSchema } from '../../contract/model-packs.ts';
import { openParentChannel } from '../sandbox/parent-channel.ts';

const { send } = openParentChannel<MeasureReply, unknown>((message) => {
  void measure(message).then(send);
});

async function measure(message: unknown): Promise<MeasureReply> {
  try {
    return { measured: await measureChoice(packSetupSchema.parse(message)) };
  } catch (error) {
    return { error: toWireError(error) };
  }
}
