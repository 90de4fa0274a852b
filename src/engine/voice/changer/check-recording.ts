import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { VOICE_RATE_HZ } from './voice-target.ts';

/** Fraction of samples at full scale from which distortion is audible. */
const clippedFraction = 0.004;
const fullScale = 0.999;
/** Minimum fraction of quiet frames: speech pauses between syllables, music and noise hardly do. */
const minQuietFraction = 0.13;
const frame = VOICE_RATE_HZ / 50;
const framesPerSecond = 50;

/** Throws `invalid_input` with a remedy when a recording is clipped, or as continuous as music. */
export function checkRecording(samples: Float32Array): void {
  if (measureClipping(samples) > clippedFraction) {
    throw new AppError(
      'invalid_input',
      'The recording is clipped: it was too loud for the microphone. Record it again more quietly.',
      { details: faultDetails('clipped') },
    );
  }
  if (measureQuietFraction(samples) < minQuietFraction) {
    throw new AppError(
      'invalid_input',
      'The recording sounds like music or steady noise. Give one of a single person who speaks, without music.',
      { details: faultDetails('music') },
    );
  }
}

function measureClipping(samples: Float32Array): number {
  let clipped = 0;
  for (const sample of samples) {
    clipped += Math.abs(sample) >= fullScale ? 1 : 0;
  }
  return clipped / Math.max(1, samples.length);
}

/** Returns the fraction of frames below half the mean level of their second. */
export function measureQuietFraction(samples: Float32Array): number {
  const levels: number[] = [];
  for (let start = 0; start + frame <= samples.length; start += frame) {
    let power = 0;
    for (let index = start; index < start + frame; index += 1) {
      power += samples[index]! * samples[index]!;
    }
    levels.push(Math.sqrt(power / frame));
  }
  let quiet = 0;
  for (let start = 0; start < levels.length; start += framesPerSecond) {
    const second = levels.slice(start, start + framesPerSecond);
    const mean = second.reduce((sum, level) => sum + level, 0) / second.length;
    quiet += second.filter((level) => level < mean / 2).length;
  }
  return quiet / Math.max(1, levels.length);
}
