import { AppError } from '../../../base/errors.ts';
import type { Handlers } from '../call.ts';
import { API_PATH } from '../call.ts';
import type { HandlerDependencies } from '../handler-dependencies.ts';

type VoiceHandlers = Pick<Handlers, 'listVoices' | 'listVoiceChangerVoices' | 'readVoiceSample'>;

/** The catalogues of voices. */
export function createVoiceHandlers({
  voices,
}: Pick<HandlerDependencies, 'voices'>): VoiceHandlers {
  return {
    async listVoices() {
      return [...(await voices.listVoices())];
    },

    async listVoiceChangerVoices() {
      const found = await voices.listChangerVoices();
      return found.map(({ id, name, description }) => ({
        id,
        name,
        description,
        sample_url: `${API_PATH}/voice-changer/voices/${encodeURIComponent(id)}/sample`,
      }));
    },

    async readVoiceSample({ params }) {
      const sample = await voices.openSample(params.id);
      if (sample === null) {
        throw new AppError('not_found', 'There is no such voice.');
      }
      return sample;
    },
  };
}
