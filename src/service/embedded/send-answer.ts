import { toWireError } from '../../base/errors.ts';
import type { FromEmbedded } from '../../contract/embedded.ts';
import type { ParentPort } from '../../engine/threads/parent-port.ts';

/** Sends the answer to the question of an id, or why there is none. */
export async function sendAnswer(
  port: ParentPort<FromEmbedded>,
  id: string,
  answer: Promise<FromEmbedded>,
): Promise<void> {
  try {
    port.send(await answer);
  } catch (error) {
    port.send({ type: 'refused', id, error: toWireError(error) });
  }
}
