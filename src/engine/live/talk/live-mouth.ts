/**
 * Animates the mouth for live audio: the viseme path of the last 0.6 s is searched as in a whole recording, and the mouth
 * of the frame follows the same rules, closures included.
 *
 *   audio, in steps of 10 ms -> viseme probabilities (70 ms later) -> path through the last 0.6 s -> mouth of the frame
 */
import { visemes } from '../../voice/viseme.ts';
import { VisemePathFinder } from '../../voice/visemes/find-viseme-path.ts';
import { toVisemeSpans, usualPathCosts } from '../../voice/visemes/find-visemes.ts';
import { FEATURE_HOP, FEATURE_RATE_HZ } from '../../voice/visemes/speech-features.ts';
import { VisemeFinder } from '../../voice/visemes/viseme-finder.ts';
import { createMouthTrack, type MouthFrame } from '../../talk/speech/mouth-track.ts';

const STEP_MS = (FEATURE_HOP * 1000) / FEATURE_RATE_HZ;
/** Number of recent steps that the path search repeats for every frame. */
const WINDOW = 60;
/** Look-ahead: lips prepare for the next sound, so a frame shows audio that was analysed this long ago. */
const AHEAD_MS = 60;
/** Length in steps of a last span whose most certain moment may still come: twice the look-ahead. */
const ONGOING = 12;
/** Maximum delay of frames, so that audio in bursts causes no jitter. */
const BEHIND_MS = 90;
/** Gap after which missing audio counts as silence. */
const STALLED_MS = 200;
/** Decay of the reference loudness per step (half in some 14 s), and its minimum, the level of a whisper. */
const FADE = 0.9995;
const WHISPER = 0.02;
const LEVEL_STEPS = 4;
const GOES_ON_MS = 200;

/** Delay of the mouth behind the audio, without transport. */
export const MOUTH_DELAY_MS = 72.5 + AHEAD_MS;

/** Live mouth of one voice. */
export class LiveMouth {
  readonly #finder: VisemeFinder;
  readonly #rows: Float32Array[] = Array.from(
    { length: WINDOW },
    () => new Float32Array(visemes.length),
  );
  /** Rows in order of time, the oldest first. */
  readonly #window: Float32Array[] = [...this.#rows];
  readonly #paths = new VisemePathFinder(usualPathCosts, ONGOING);
  readonly #timesMs = [0, 0, 0];
  readonly #loudness = [0, 0, 0];
  readonly #levels = new Float64Array(WINDOW * 2);
  /** Numbers of rows found and of levels measured since the start. */
  #rowCount = 0;
  #levelCount = 0;
  #sum = 0;
  #summed = 0;
  #loud = WHISPER;
  #atMs = 0;
  #readAtMs: number | null = null;
  #pushedAtMs = Number.NEGATIVE_INFINITY;

  constructor() {
    this.#finder = new VisemeFinder((likely) => {
      this.#rows[this.#rowCount % WINDOW]!.set(likely);
      this.#rowCount += 1;
    });
  }

  /** Receives audio at 16 kHz, -1..1, that arrived at `nowMs`. */
  push(samples: Float32Array, nowMs: number): void {
    this.#pushedAtMs = nowMs;
    this.#finder.push(samples);
    for (const sample of samples) {
      this.#sum += sample * sample;
      this.#summed += 1;
      if (this.#summed === FEATURE_HOP) {
        const level = Math.sqrt(this.#sum / FEATURE_HOP);
        this.#loud = Math.max(WHISPER, level, this.#loud * FADE);
        this.#levels[this.#levelCount % this.#levels.length] = level;
        this.#levelCount += 1;
        [this.#sum, this.#summed] = [0, 0];
      }
    }
  }

  /** Returns the mouth of a frame shown for `frameMs` from `nowMs` on; a resting mouth before the first audio. */
  read(nowMs: number, frameMs: number): MouthFrame {
    this.#fillSilence(nowMs);
    const newestMs = this.#rowCount * STEP_MS - AHEAD_MS;
    this.#atMs += nowMs - (this.#readAtMs ?? nowMs);
    this.#readAtMs = nowMs;
    this.#atMs = Math.min(newestMs, Math.max(newestMs - BEHIND_MS, this.#atMs));
    const count = Math.min(WINDOW, this.#rowCount);
    const first = this.#rowCount - count;
    for (let at = 0; at < count; at += 1) {
      this.#window[at] = this.#rows[(first + at) % WINDOW]!;
    }
    const endMs = this.#rowCount * STEP_MS;
    const spans = toVisemeSpans(this.#paths.find(this.#window, count), {
      startMs: first * STEP_MS,
      endMs,
    });
    const last = spans.pop();
    if (last !== undefined) {
      // The current viseme is extended: its end is not known yet.
      spans.push({ ...last, endMs: endMs + GOES_ON_MS });
    }
    // Neighbouring frames are computed too, because a closure goes to the frame nearest to it.
    for (let index = 0; index < this.#timesMs.length; index += 1) {
      this.#timesMs[index] = this.#atMs + (index - 1) * frameMs;
      this.#loudness[index] = this.#loudnessAt(this.#timesMs[index]!);
    }
    return createMouthTrack({ visemes: spans, loudness: this.#loudness }, this.#timesMs)[1]!;
  }

  #loudnessAt(timeMs: number): number {
    const middle = Math.round(timeMs / STEP_MS);
    let [sum, count] = [0, 0];
    for (let step = middle - LEVEL_STEPS / 2; step < middle + LEVEL_STEPS / 2; step += 1) {
      if (step >= 0 && step < this.#levelCount && step > this.#levelCount - this.#levels.length) {
        sum += this.#levels[step % this.#levels.length]!;
        count += 1;
      }
    }
    return Math.min(1, sum / Math.max(1, count) / this.#loud);
  }

  /** Fills stalled audio with silence: a microphone unplugged in the middle of a word must not leave the mouth open. */
  #fillSilence(nowMs: number): void {
    const missingMs = Math.min(WINDOW * STEP_MS, nowMs - this.#pushedAtMs);
    if (Number.isFinite(this.#pushedAtMs) && missingMs > STALLED_MS) {
      this.push(new Float32Array(Math.round((missingMs * FEATURE_RATE_HZ) / 1000)), nowMs);
    }
  }
}
