import { AppError } from '../../base/errors.ts';
import type { EmbeddedAnswers } from '../../contract/embedded.ts';
import type { Maintenance } from '../start/maintenance.ts';
import type { QueryDependencies } from './query-dependencies.ts';

/** Answers the app's queries about stored content, and carries out its deletions. */
export function createStoreQueries({
  readService,
}: QueryDependencies): Pick<
  EmbeddedAnswers,
  'measureStore' | 'deleteContent' | 'deleteUploads' | 'deleteSetAside'
> {
  async function requireMaintenance(): Promise<Maintenance> {
    const service = await readService();
    if (service === null) {
      throw new AppError('service_unreachable', 'The service of this computer does not run.');
    }
    return service.maintenance;
  }
  return {
    measureStore: async () => (await requireMaintenance()).measure(),
    deleteContent: async (sha256s) => (await requireMaintenance()).deleteContent(sha256s),
    deleteUploads: async () => (await requireMaintenance()).deleteUploads(),
    deleteSetAside: async () => (await requireMaintenance()).deleteSetAside(),
  };
}
