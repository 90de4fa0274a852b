import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import type { EmbeddedAnswers } from '../../contract/embedded.ts';
import { FileInspector } from '../files/inspect/inspect-host.ts';

/** Answers the app's calls about files in a form; `readDataDir` is null before the start. */
export function createInspectionQueries(
  readDataDir: () => string | null,
): Pick<EmbeddedAnswers, 'inspectFile' | 'previewChange'> {
  let inspector: FileInspector | null = null;
  const require = (): FileInspector => {
    const dataDir = readDataDir();
    if (dataDir === null) {
      throw new AppError('service_unreachable', 'The service of this computer was not started.');
    }
    return (inspector ??= new FileInspector(join(dataDir, 'inspected')));
  };
  return {
    inspectFile: async (request) => require().inspect(request),
    previewChange: async ({ paths, words }) => require().preview(paths, words),
  };
}
