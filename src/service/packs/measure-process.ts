/** The measuring process: takes one setup over the channel of its parent, answers and waits to be ended. */
import { toWireError } from '../../base/errors.ts';
import { measureChoice } from '../../capabilities/kit/measure-choice.ts';
import { type MeasuredPacks, packSetupSchema } from '../../contract/model-packs.ts';
import { dieWithParent } from '../jobs/parent-watch.ts';

process.once('message', (message) => {
  void measure(message).then((reply) => process.send?.(reply));
});
// The second holds even while this thread computes.
process.on('disconnect', () => process.exit(0));
dieWithParent();

async function measure(message: unknown) {
  try {
    const measured: MeasuredPacks = await measureChoice(packSetupSchema.parse(message));
    return { measured };
  } catch (error) {
    return { error: toWireError(error) };
  }
}
