import type { PackSetup } from '../../contract/model-packs.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { ServiceQueries } from '../service/service-queries.ts';

/** The calls about models. The embedded service answers them: main loads nothing native. */
export function createPackCalls(
  service: Pick<ServiceQueries, 'listPacks' | 'measurePacks'>,
  readSetup: () => PackSetup,
): AreaHandlers<'packs'> {
  return {
    'packs.list': async () => service.listPacks(readSetup().folder),
    'packs.measure': async () => service.measurePacks(readSetup()),
  };
}
