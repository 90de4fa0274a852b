import { expect, it } from 'vitest';
import { toVoiceId } from './to-voice-id.ts';

it('names a voice by its file, and by its key where a file has several', () => {
  expect(toVoiceId('rvc', 'anna.ONNX')).toBe('rvc:anna');
  expect(toVoiceId('kokoro', 'kokoro/model.onnx', 'af_heart')).toBe('kokoro:kokoro/model:af_heart');
});

it('tells files apart whose names begin alike, in as many characters as the API takes', () => {
  const folder = 'a'.repeat(200);
  const [one, other] = ['one', 'other'].map((name) => toVoiceId('rvc', `${folder}/${name}.onnx`));
  expect(one).not.toBe(other);
  expect(one).toHaveLength(128);
});
