import { describe, expect, it } from 'vitest';
import type { JobFeature } from '../../contract/api/features.ts';
import { estimateOutputUs } from './estimate.ts';

const lengths: Readonly<Record<string, number>> = { short: 4_000_000, long: 90_000_000 };
const durationUs = (key: string): number => lengths[key] ?? 0;
const seconds = (feature: JobFeature, input: Record<string, string | number>) =>
  estimateOutputUs(feature, input, durationUs) / 1_000_000;

describe('the longest output a request can reach', () => {
  it('is the video, capped by the request and by the feature', () => {
    expect(seconds('face_swap', { video_key: 'long' })).toBe(90);
    expect(seconds('face_swap', { video_key: 'long', max_duration_sec: 7 })).toBe(7);
    expect(seconds('face_swap', { video_key: 'short', max_duration_sec: 7 })).toBe(4);
    expect(seconds('reimagine_video', { video_key: 'long' })).toBe(60);
    expect(seconds('motion_control', { video_key: 'long' })).toBe(30);
    expect(seconds('motion_control', { video_key: 'long', max_duration_sec: 3 })).toBe(3);
  });

  it('is the longer of video and sound', () => {
    expect(seconds('lip_sync', { video_key: 'short', audio_key: 'long' })).toBe(90);
    expect(seconds('lip_sync', { video_key: 'long', audio_key: 'short' })).toBe(90);
    const swap = { video_key: 'short', audio_key: 'long' };
    expect(seconds('identity_swap', { ...swap, audio_mode: 'original' })).toBe(4);
    expect(seconds('identity_swap', { ...swap, audio_mode: 'own_audio' })).toBe(90);
    const spoken = { video_key: 'short', audio_mode: 'tts', script: 'a'.repeat(80) };
    expect(seconds('identity_swap', spoken)).toBe(12);
  });

  it('is the script at a slow rate, longer for signs that are read as syllables or words', () => {
    expect(seconds('text_to_speech', { script: 'a'.repeat(80) })).toBe(12);
    expect(seconds('text_to_speech', { script: '語'.repeat(80) })).toBe(38);
    expect(seconds('text_to_speech', { script: '1234567890' })).toBe(6.5);
    expect(seconds('avatar', { script: 'a'.repeat(80) })).toBe(12);
    expect(seconds('avatar', { script: 'a'.repeat(800), audio_key: 'short' })).toBe(4);
  });

  it('does not matter where a call is billed flat', () => {
    for (const feature of ['face_swap_image', 'reimagine_image', 'voice_clone'] as const) {
      expect(seconds(feature, { script: 'a'.repeat(80), image_key: 'long' })).toBe(0);
    }
  });
});
