import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type { AudibleSample, VoiceList } from '../../contract/ipc/voices.ts';
import type { SampleQuestion, SpeechPlan, SpeechQuestion } from '../../contract/speech.ts';
import type { openSound, SoundPlayer, SoundState } from '../jobs/playback/sound-player.ts';
import { createLatestGuard } from '../app/latest-request.ts';
import { toAppError } from '../app/to-app-error.ts';

/** Sample that is being played. */
export interface Listening {
  /** Requester: the id of a voice in the list, or a name of its own. */
  readonly origin: string;
  /** Null while it is being spoken. */
  readonly sound: SoundState | null;
}

/** Plan of a script before it is sent. */
export type PlanState =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'known'; readonly plan: SpeechPlan }
  | { readonly kind: 'refused'; readonly error: AppError };

/** Voices of the service in use, and their samples. */
export interface VoicesState {
  readonly list: VoiceList | null;
  /** Reason why there is no list. */
  readonly error: AppError | null;
  readonly listening: Listening | null;
  /** Last played sample by origin. */
  readonly samples: Readonly<Record<string, AudibleSample>>;
  readonly plan: PlanState;
  readonly load: () => Promise<void>;
  /** Refreshes the list, since models of the user come and go. The old list stays meanwhile. */
  readonly refresh: () => Promise<void>;
  /** Synthesises and plays a sample, stopping the previous one. Rejects with the reason of a failure. */
  readonly listen: (origin: string, question: SampleQuestion) => Promise<void>;
  readonly stop: () => void;
  /** Synthesises the first voice silently, so that the first press does not wait for the engines. */
  readonly warm: () => Promise<void>;
  /** Plans the voice for a script; null clears the plan. A new query replaces the previous one. */
  readonly ask: (question: SpeechQuestion | null) => Promise<void>;
}

/** See {@link VoicesState}. */
export type VoicesStore = StoreApi<VoicesState>;

/** Dependencies of the store. */
export interface VoicesStoreDependencies {
  readonly bridge: Bridge<Ipc>;
  readonly openSound: typeof openSound;
}

/** Makes the store; it is empty until `load`. */
export function createVoicesStore(dependencies: VoicesStoreDependencies): VoicesStore {
  const { bridge } = dependencies;
  return createStore<VoicesState>()((set, get, store) => {
    const listener = new VoiceListener(store, dependencies);
    const plans = new ScriptPlans(store, bridge);
    const beginLoad = createLatestGuard();
    return {
      list: null,
      error: null,
      listening: null,
      samples: {},
      plan: { kind: 'none' },
      load: async () => {
        const isLatest = beginLoad(); // A service before this one may answer later.
        const answer = await bridge.call('voices.list', {}).then(
          (list) => ({ list, error: null }),
          (error: unknown) => ({ list: null, error: toAppError(error) }),
        );
        if (isLatest()) {
          const isOther = answer.list !== null && answer.list.profileId !== get().list?.profileId;
          set({ ...answer, ...(isOther ? { samples: {} } : {}) });
        }
      },
      refresh: async () => {
        const before = get().list;
        const list =
          before === null ? null : await bridge.call('voices.list', {}).catch(() => null);
        if (list !== null && get().list === before) {
          set({ list });
        }
      },
      listen: (origin, question) => listener.listen(origin, question),
      stop: () => listener.stop(),
      warm: () => listener.warm(),
      ask: (question) => plans.ask(question),
    };
  });
}

/** Synthesises samples and plays one at a time. */
class VoiceListener {
  readonly #store: VoicesStore;
  readonly #dependencies: VoicesStoreDependencies;
  #player: SoundPlayer | null = null;
  #run = 0;

  constructor(store: VoicesStore, dependencies: VoicesStoreDependencies) {
    this.#store = store;
    this.#dependencies = dependencies;
  }

  async listen(origin: string, question: SampleQuestion): Promise<void> {
    this.stop();
    const run = this.#run;
    this.#store.setState({ listening: { origin, sound: null } });
    try {
      const sample = await this.#dependencies.bridge.call('voices.listen', question);
      this.#cache(origin, sample);
      if (this.#run === run) {
        this.#player = this.#dependencies.openSound(sample.url, (sound) =>
          this.#applySound(origin, sound),
        );
        await this.#player.play();
      }
    } catch (error) {
      if (this.#run === run) {
        this.stop();
        throw toAppError(error);
      }
    }
  }

  stop(): void {
    this.#run += 1;
    this.#player?.close();
    this.#player = null;
    this.#store.setState({ listening: null });
  }

  async warm(): Promise<void> {
    const { list, samples } = this.#store.getState();
    const first = list?.voices[0];
    if (list?.canListen === true && first !== undefined && samples[first.id] === undefined) {
      const question = { voiceId: first.id, script: null };
      const sample = await this.#dependencies.bridge
        .call('voices.listen', question)
        .catch(() => null);
      // A synthesis failure is reported to the listener.
      if (sample !== null) {
        this.#cache(first.id, sample);
      }
    }
  }

  #cache(origin: string, sample: AudibleSample): void {
    this.#store.setState(({ samples }) => ({ samples: { ...samples, [origin]: sample } }));
  }

  #applySound(origin: string, sound: SoundState): void {
    const isListening = (): boolean => this.#store.getState().listening?.origin === origin;
    if (isListening()) {
      this.#store.setState({ listening: { origin, sound } });
    }
    const hasEnded = sound.durationS > 0 && sound.timeS >= sound.durationS;
    if (hasEnded && !sound.isPlaying && isListening()) {
      this.#store.setState({ listening: null });
    }
  }
}

/** Plans the voice for a script; a new query replaces the previous one. */
class ScriptPlans {
  readonly #store: VoicesStore;
  readonly #bridge: Bridge<Ipc>;
  readonly #begin = createLatestGuard();

  constructor(store: VoicesStore, bridge: Bridge<Ipc>) {
    this.#store = store;
    this.#bridge = bridge;
  }

  async ask(question: SpeechQuestion | null): Promise<void> {
    const isLatest = this.#begin();
    if (question === null) {
      this.#store.setState({ plan: { kind: 'none' } });
      return;
    }
    this.#store.setState({ plan: { kind: 'asking' } });
    const plan = await this.#bridge.call('voices.plan', question).then(
      (known): PlanState => (known === null ? { kind: 'none' } : { kind: 'known', plan: known }),
      (error: unknown): PlanState => ({ kind: 'refused', error: toAppError(error) }),
    );
    if (isLatest()) {
      this.#store.setState({ plan });
    }
  }
}
