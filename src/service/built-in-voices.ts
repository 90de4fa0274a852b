import type { VoiceCatalogue } from './voices.ts';

/** The voices that come with Guise. They are read when they are first asked for. */
export const builtInVoices: VoiceCatalogue = {
  async listVoices() {
    const { voiceCatalogue } = await import('../engine/voice/catalogue.ts');
    return voiceCatalogue.map(({ id, label, language }) => ({ id, name: label, language }));
  },
  listChangerVoices: () => Promise.resolve([]),
  openSample: () => Promise.resolve(null),
  async checkSpeech({ voiceId, language }) {
    const { requireVoice } = await import('../engine/voice/choose-voice.ts');
    requireVoice(voiceId, language);
  },
};
