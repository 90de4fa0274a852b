import { joinCatalogues } from '../../../src/service/voices/voice-catalogue.ts';
import { everyProcessor, openWorld, type World } from '../../contract/support/world.ts';

/** A service with every capability and one voice; the caller closes it. */
export function openConformanceWorld(): Promise<World> {
  const voices = joinCatalogues([
    {
      listVoices: () => Promise.resolve([{ id: 'en-test', name: 'Test', language: 'English' }]),
      listChangerVoices: () => Promise.resolve([]),
      openSample: () => Promise.resolve(null),
    },
  ]);
  return openWorld({ registry: everyProcessor, voices });
}
