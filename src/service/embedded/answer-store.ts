import { AppError } from '../../base/errors.ts';
import type { FromEmbedded, StoreQuestion } from '../../contract/embedded.ts';
import type { ParentPort } from '../../engine/threads/parent-port.ts';
import type { Service } from '../start/service.ts';
import { sendAnswer } from './send-answer.ts';

/** Answers what the app asks about what is kept, and deletes what it asks for. */
export function answerStore(
  port: ParentPort<FromEmbedded>,
  starting: Promise<Service | null> | null,
  question: StoreQuestion,
): Promise<void> {
  return sendAnswer(port, question.id, answer(question, starting));
}

async function answer(
  question: StoreQuestion,
  starting: Promise<Service | null> | null,
): Promise<FromEmbedded> {
  const service = await starting;
  if (service === null) {
    throw new AppError('service_unreachable', 'The service of this computer does not run.');
  }
  const { maintenance } = service;
  const { id, type } = question;
  switch (type) {
    case 'measure_store':
      return { type, id, contents: await maintenance.measure() };
    case 'delete_content':
      return { type, id, deleted: await maintenance.deleteContent(question.sha256s) };
    case 'delete_uploads':
      await maintenance.deleteUploads();
      return { type, id };
    case 'delete_set_aside':
      await maintenance.deleteSetAside();
      return { type, id };
  }
}
