import { AppError } from '../../base/errors.ts';
import type { EmbeddedAnswers } from '../../contract/embedded.ts';
import type { QueryDependencies } from './query-dependencies.ts';

/** Handles the app's hints and queries about jobs. */
export function createJobQueries({
  readService,
}: QueryDependencies): Pick<EmbeddedAnswers, 'hintJob'> {
  return {
    async hintJob({ idempotencyKey, hints }) {
      const service = await readService();
      if (service === null) {
        throw new AppError('service_unreachable', 'The service of this computer does not run.');
      }
      service.core.context.hinted.add(idempotencyKey, hints);
    },
  };
}
