import { Psola } from '../convert/psola.ts';
import { AutoGain } from './auto-gain.ts';
import { Breath } from './breath.ts';
import { type KnownSpeaker, TargetMapper } from './target-mapper.ts';
import { SpectralFeedback } from './spectral-feedback.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from './voice-target.ts';

/** Interval between filter updates: 40 ms, so that each filter is updated three times a second. */
const refreshStep = 640;
/** Half of the feedback's analysis window. */
const halfWindow = 256;

/** Converts samples of a speaker to a target voice, and learns the speaker. Allocates nothing. */
export class TargetVoice {
  /** Delay of the output in samples. */
  readonly latency: number;
  readonly #mapper: TargetMapper;
  readonly #psola: Psola;
  readonly #feedback: SpectralFeedback;
  readonly #level: AutoGain;
  readonly #breath: Breath;
  #count = 0;

  /** `known` as {@link TargetMapper} takes it. */
  constructor(target: VoiceTarget, strength: number, known: KnownSpeaker | null = null) {
    this.#feedback = new SpectralFeedback(target.envelopes.all);
    this.#mapper = new TargetMapper(target, this.#feedback, known);
    this.#psola = new Psola(VOICE_RATE_HZ, this.#mapper);
    this.latency = this.#psola.latency;
    this.#level = new AutoGain(this.latency);
    this.#breath = new Breath(target.breath ?? 0);
    this.setStrength(strength);
  }

  /** Number of samples written too late for the output; always 0. */
  get lateWrites(): number {
    return this.#psola.lateWrites;
  }

  setStrength(strength: number): void {
    this.#mapper.setStrength(Math.max(0, Math.min(1, strength)));
  }

  /** Converts one sample. */
  step(sample: number): number {
    const voiced = this.#psola.step(sample);
    const position = this.#count - this.latency;
    const changed = this.#breath.step(voiced, this.#psola.isVoicedAt(position));
    const middle = position - halfWindow;
    this.#feedback.add(changed, this.#psola.isVoicedAt(middle));
    this.#count += 1;
    if (this.#count % refreshStep === 0) {
      this.#mapper.shaper.refresh();
    }
    return this.#level.step(sample, changed);
  }
}
