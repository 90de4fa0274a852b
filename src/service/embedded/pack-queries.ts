import type { EmbeddedAnswers } from '../../contract/embedded.ts';
import { listPacks } from '../../engine/packs/pack-registry.ts';
import { measureInProcess } from '../packs/measure-host.ts';
import { canRun, describeSpeed } from '../voices/rvc/rvc-voices.ts';
import type { QueryDependencies } from './query-dependencies.ts';

/** Answers the app's calls about the folder of models, also before the service runs. */
export function createPackQueries({
  readService,
}: QueryDependencies): Pick<EmbeddedAnswers, 'listPacks' | 'measurePacks'> {
  return {
    /** Content of the folder; for voices, also the speed that the running service measured. */
    async listPacks(folder) {
      const { packs, ...list } = await listPacks(folder);
      const voices = (await (await readService())?.rvc.list()) ?? [];
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
    },
    measurePacks: measureInProcess,
  };
}
