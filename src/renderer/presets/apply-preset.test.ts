import { expect, it } from 'vitest';
import type { PresetSetup } from '../../contract/presets.ts';
import { matchesSetup } from './apply-preset.ts';

const setup: PresetSetup = {
  characterId: 'lisa',
  prompt: '',
  part: 'auto',
  background: 'keep',
  voice: { voiceId: 'warm', strength: 0.5, noiseSuppression: false, voiceGate: false },
  cameraId: null,
  microphoneId: null,
};

it('is in place when everything is as it has it', () => {
  expect(matchesSetup(setup, setup)).toBe(true);
  expect(matchesSetup(setup, { ...setup, background: 'blur' })).toBe(false);
  expect(matchesSetup(setup, { ...setup, characterId: 'audrey' })).toBe(false);
  expect(matchesSetup(setup, { ...setup, voice: { ...setup.voice, strength: 1 } })).toBe(false);
});

it('leaves open what it does not name', () => {
  expect(matchesSetup(setup, { ...setup, cameraId: 'another' })).toBe(true);
  expect(matchesSetup({ ...setup, characterId: null }, setup)).toBe(true);
  expect(matchesSetup({ ...setup, cameraId: 'mine' }, { ...setup, cameraId: 'another' })).toBe(
    false,
  );
});
