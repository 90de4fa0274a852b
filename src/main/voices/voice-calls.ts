import { AppError } from '../../base/errors.ts';
import type { ApiClient } from '../../client/client.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { MediaGrants } from '../page/media-grants.ts';
import type { ServiceQueries } from '../service/service-queries.ts';
import { createSampleCache } from './sample-cache.ts';

/** Dependencies of the calls. */
export interface VoiceCallsOptions {
  readonly service: Pick<ServiceQueries, 'listVoices' | 'planSpeech' | 'speakSample'>;
  readonly activeProfileId: () => string;
  readonly openClient: (profileId: string) => Promise<ApiClient>;
  readonly grants: MediaGrants;
  /** Folder of the samples. */
  readonly folder: string;
}

/** Calls about voices: those of the service in use, and samples of the local ones. */
export function createVoiceCalls(options: VoiceCallsOptions): AreaHandlers<'voices'> {
  const { service, activeProfileId, openClient, grants } = options;
  const samples = createSampleCache({ folder: options.folder, speak: service.speakSample });
  return {
    'voices.list': async () => {
      const profileId = activeProfileId();
      const client = await openClient(profileId);
      const voices = await client.listVoices();
      const isLocal = profileId === embeddedProfileId;
      const known = isLocal ? await service.listVoices() : [];
      const facts = new Map(known.map((voice) => [voice.id, voice.facts]));
      return {
        profileId,
        canListen: isLocal,
        voices: voices.map((voice) => ({ ...voice, facts: facts.get(voice.id) ?? null })),
      };
    },
    'voices.listen': async (question) => {
      if (activeProfileId() !== embeddedProfileId) {
        throw new AppError('capability_unavailable', 'This service has no samples of its voices.');
      }
      const { sample, path } = await samples.listen(question);
      return { ...sample, url: grants.grant(path) };
    },
    'voices.plan': async (question) =>
      activeProfileId() === embeddedProfileId ? service.planSpeech(question) : null,
  };
}
