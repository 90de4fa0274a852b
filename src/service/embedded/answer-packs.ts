import type { FromEmbedded, PacksQuestion } from '../../contract/embedded.ts';
import type { ListedPacks } from '../../contract/model-packs.ts';
import { listPacks } from '../../engine/packs/pack-registry.ts';
import { measureInProcess } from '../packs/measure-host.ts';
import { canRun, describeSpeed } from '../voices/rvc/rvc-voices.ts';
import type { ParentPort } from '../../engine/threads/parent-port.ts';
import type { Service } from '../start/service.ts';
import { sendAnswer } from './send-answer.ts';

/** Answers what the app asks about the folder of models, also before the service runs. */
export function answerPacks(
  port: ParentPort<FromEmbedded>,
  starting: Promise<Service | null> | null,
  question: PacksQuestion,
): Promise<void> {
  return sendAnswer(port, question.id, answer(question, starting));
}

async function answer(
  question: PacksQuestion,
  starting: Promise<Service | null> | null,
): Promise<FromEmbedded> {
  const { id, type } = question;
  return type === 'list_packs'
    ? { type, id, list: await listFolder(question.folder, starting) }
    : { type, id, measured: await measureInProcess(question.setup) };
}

/** What lies in the folder; of voices, also how fast the service that runs found them to be. */
async function listFolder(
  folder: string,
  starting: Promise<Service | null> | null,
): Promise<ListedPacks> {
  const { packs, ...list } = await listPacks(folder);
  const voices = (await (await starting)?.rvc.list()) ?? [];
  const byPack = new Map(voices.map((voice) => [voice.pack.id, voice]));
  return {
    ...list,
    packs: packs.map((pack) => {
      const voice = byPack.get(pack.id);
      return voice === undefined
        ? pack
        : { ...pack, isUsable: canRun(voice), note: describeSpeed(voice) };
    }),
  };
}
