import { toWireError } from '../../base/errors.ts';
import type { FromEmbedded, PacksQuestion } from '../../contract/embedded.ts';
import type { ListedPacks } from '../../contract/model-packs.ts';
import { listPacks } from '../../engine/packs/pack-registry.ts';
import { measureInProcess } from '../packs/measure-packs.ts';
import type { ParentPort } from '../parent-port.ts';

/** Answers what the app asks about the folder of models, also before the service runs. */
export async function answerPacks(
  port: ParentPort<FromEmbedded>,
  question: PacksQuestion,
): Promise<void> {
  const { id } = question;
  try {
    port.send(await answer(question));
  } catch (error) {
    port.send({ type: 'refused', id, error: toWireError(error) });
  }
}

async function answer(question: PacksQuestion): Promise<FromEmbedded> {
  const { id, type } = question;
  return type === 'list_packs'
    ? { type, id, list: await listFolder(question.folder) }
    : { type, id, measured: await measureInProcess(question.setup) };
}

async function listFolder(folder: string): Promise<ListedPacks> {
  const { packs, ...list } = await listPacks(folder);
  return { ...list, packs: [...packs] };
}
