import { expect, it } from 'vitest';
import { PitchProfile, toSemitones } from './pitch-profile.ts';

/** A voice around a pitch, in the tracker's output: every fourth period is noise at 380 Hz. */
function speak(profile: PitchProfile, hz: number, seconds: number): void {
  for (let at = 0, turn = 0; at < seconds; turn += 1) {
    const heard = turn % 4 === 0 ? 380 : hz * (1 + 0.1 * Math.sin(turn / 9));
    profile.add(toSemitones(heard), 1 / heard);
    at += 1 / heard;
  }
}

it('does not take noise for a pitch of the speaker', () => {
  const profile = new PitchProfile(30);
  speak(profile, 100, 15);
  expect(2 ** (profile.mean / 12)).toBeGreaterThan(98);
  expect(2 ** (profile.mean / 12)).toBeLessThan(102);
  expect(profile.spread).toBeLessThan(2.5);
});

it('adapts when the speaker changes', () => {
  const profile = new PitchProfile(30);
  speak(profile, 90, 20);
  for (let period = 0; period < 2000; period += 1) {
    profile.add(toSemitones(230), 1 / 230);
  }
  expect(2 ** (profile.mean / 12)).toBeCloseTo(230, 0);
});
