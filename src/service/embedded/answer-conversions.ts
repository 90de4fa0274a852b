import type { ConversionQuestion, FromEmbedded } from '../../contract/embedded.ts';
import { convertInProcess } from '../voices/conversion/conversion-host.ts';
import { listTargets } from '../voices/conversion/list-targets.ts';
import type { ParentPort } from '../../engine/threads/parent-port.ts';
import type { Service } from '../start/service.ts';
import { sendAnswer } from './send-answer.ts';

/** What the answers are made with. */
interface ConversionNeeds {
  /** The service as far as it is there: it knows how fast models are. */
  readonly starting: Promise<Service | null> | null;
  /** Where models of the user lie. */
  readonly folder: string | null;
}

/** Answers what the app asks about recordings that are converted, one by one or several at once. */
export function createConversionAnswers(port: ParentPort<FromEmbedded>) {
  const running = new Map<string, AbortController>();

  async function answer(
    asked: Exclude<ConversionQuestion, { type: 'cancel_conversion' }>,
    { starting, folder }: ConversionNeeds,
  ): Promise<FromEmbedded> {
    const { id, type } = asked;
    if (type === 'list_targets') {
      return { type, id, targets: await listTargets((await (await starting)?.rvc.list()) ?? []) };
    }
    const { choice, path, outputPath } = asked;
    const stopping = new AbortController();
    running.set(id, stopping);
    const converted = await convertInProcess(
      { ...choice, path, outputPath, folder },
      {
        signal: stopping.signal,
        onProgress: (fraction) => port.send({ type: 'conversion_progress', id, fraction }),
      },
    ).finally(() => running.delete(id));
    return { type, id, converted };
  }

  return async (asked: ConversionQuestion, needs: ConversionNeeds): Promise<void> => {
    if (asked.type === 'cancel_conversion') {
      running.get(asked.id)?.abort();
    } else {
      await sendAnswer(port, asked.id, answer(asked, needs));
    }
  };
}
