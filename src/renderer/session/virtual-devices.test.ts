import { describe, expect, it } from 'vitest';
import { findAudioCable, hasObsCamera } from './virtual-devices.ts';

const toDevices = (...labels: string[]) =>
  labels.map((label, index) => ({ id: `${index}`, label }));

describe('virtual devices of other programs', () => {
  it.each([
    ['CABLE Input (VB-Audio Virtual Cable)', 'VB-CABLE', 'CABLE Output'],
    ['Communications - CABLE Input (VB-Audio Virtual Cable)', 'VB-CABLE', 'CABLE Output'],
    ['CABLE-A Input (VB-Audio Cable A)', 'VB-CABLE', 'CABLE-A Output'],
    ['VB-Cable (Virtual)', 'VB-CABLE', 'VB-Cable'],
    ['BlackHole 2ch (Virtual)', 'BlackHole', 'BlackHole 2ch'],
    ['BlackHole 16ch', 'BlackHole', 'BlackHole 16ch'],
  ])('knows %s, and what its microphone is called', (label, product, microphone) => {
    const outputs = toDevices('Speakers (Realtek Audio)', label, 'HDMI');
    expect(findAudioCable(outputs)).toEqual({ product, outputId: '1', microphone });
  });

  it('takes nothing else for a cable', () => {
    const labels = ['', 'USB cable input', 'Blackhole speakers', 'Line (CABLE Outputs)', 'Default'];
    expect(findAudioCable(toDevices(...labels))).toBe(null);
  });

  it('knows the camera of OBS', () => {
    expect(hasObsCamera(toDevices('FaceTime HD', 'OBS Virtual Camera (m-de:vice)'))).toBe(true);
    expect(hasObsCamera(toDevices('FaceTime HD', 'OBSBOT Tiny', ''))).toBe(false);
  });
});
