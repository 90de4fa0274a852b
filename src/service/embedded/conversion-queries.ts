import type { EmbeddedAnswers } from '../../contract/embedded.ts';
import { convertInProcess } from '../voices/conversion/conversion-host.ts';
import { listTargets } from '../voices/conversion/list-targets.ts';
import type { QueryDependencies } from './query-dependencies.ts';

/** Answers the app's calls about converted recordings. */
export function createConversionQueries({
  readService,
  readFolder,
}: QueryDependencies): Pick<EmbeddedAnswers, 'listTargets' | 'convertRecording'> {
  return {
    listTargets: async () => listTargets((await (await readService())?.rvc.list()) ?? []),
    convertRecording: ({ choice, path, outputPath }, { signal, report }) =>
      convertInProcess(
        { ...choice, path, outputPath, folder: readFolder() },
        { signal, onProgress: report },
      ),
  };
}
