import { voiceClone } from './voice-clone/definition.ts';
import { describe, expect, it } from 'vitest';
import { limits } from '../contract/api/limits.ts';
import { capabilities } from './definitions.ts';
import { faceSwap } from './face-swap/definition.ts';
import { toForm } from './form.ts';
import { textToSpeech } from './text-to-speech/definition.ts';

describe('the form of a capability', () => {
  it('asks for the files of the request and offers its settings with their limits', () => {
    expect(toForm(faceSwap)).toEqual({
      inputs: [
        { field: 'video_key', kind: 'videos', isRequired: true },
        { field: 'face_key', kind: 'images', isRequired: true },
      ],
      texts: [],
      voice: null,
      language: null,
      settings: [
        { field: 'max_duration_sec', control: 'whole', ...limits.faceSwapDurationSec },
        { field: 'output_resolution_p', control: 'choice', choices: [480, 720, 1080] },
      ],
    });
  });

  it('asks for words, a voice and their language where the request has them', () => {
    expect(toForm(textToSpeech)).toEqual({
      inputs: [],
      texts: [{ field: 'script', maxChars: limits.textToSpeechScriptChars, isRequired: true }],
      voice: { field: 'voice_id', isRequired: true },
      language: { field: 'language', isRequired: false },
      settings: [],
    });
  });

  it('takes a sample of a voice and a script', () => {
    expect(toForm(voiceClone)).toMatchObject({
      inputs: [{ field: 'voice_sample_key', kind: 'audio' }],
      texts: [{ field: 'script', maxChars: limits.voiceCloneScriptChars }],
      voice: null,
    });
  });

  it('can be made of every capability that is there', () => {
    for (const capability of capabilities) {
      const { inputs, texts } = toForm(capability);
      expect(inputs.length + texts.length).toBeGreaterThan(0);
    }
  });
});
