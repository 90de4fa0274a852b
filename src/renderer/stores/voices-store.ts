import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type { AudibleSample, VoiceList } from '../../contract/ipc/voices.ts';
import type { SampleQuestion, SpeechPlan, SpeechQuestion } from '../../contract/speech.ts';
import type { openSound, SoundPlayer, SoundState } from '../jobs/sound-player.ts';
import { toAppError } from '../app/to-app-error.ts';

/** What is being listened to. */
export interface Listening {
  /** Whoever asked: the id of a voice in the list, or a name of its own. */
  readonly place: string;
  /** Null while it is being spoken. */
  readonly sound: SoundState | null;
}

/** What is known of a script before it is sent. */
export type PlanState =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'known'; readonly plan: SpeechPlan }
  | { readonly kind: 'refused'; readonly error: AppError };

/** The voices of the service in use, and how they sound. */
export interface VoicesState {
  readonly list: VoiceList | null;
  /** Why there is no list. */
  readonly error: AppError | null;
  readonly listening: Listening | null;
  /** What was heard last at each place. */
  readonly samples: Readonly<Record<string, AudibleSample>>;
  readonly plan: PlanState;
  readonly load: () => Promise<void>;
  /** Looks whether the list is another by now: models of the user come and go. What is there stays meanwhile. */
  readonly refresh: () => Promise<void>;
  /** Speaks and plays; what was heard before ends. Rejects with what keeps it from being heard. */
  readonly listen: (place: string, question: SampleQuestion) => Promise<void>;
  readonly stop: () => void;
  /** Has the first voice spoken unheard, so that the first press does not wait for the engines. */
  readonly warm: () => Promise<void>;
  /** Asks who would speak a script; null forgets it. A question replaces the one before. */
  readonly ask: (question: SpeechQuestion | null) => Promise<void>;
}

/** See {@link VoicesState}. */
export type VoicesStore = StoreApi<VoicesState>;

/** What the store needs of the page. */
export interface VoicesNeeds {
  readonly bridge: Bridge<Ipc>;
  readonly openSound: typeof openSound;
}

/** Makes the store; it is empty until `load`. */
export function createVoicesStore({ bridge, openSound: open }: VoicesNeeds): VoicesStore {
  return createStore<VoicesState>()((set, get) => {
    let player: SoundPlayer | null = null;
    let run = 0;
    let asked = 0;
    const stop = (): void => {
      run += 1;
      player?.close();
      player = null;
      set({ listening: null });
    };
    const follow = (place: string, sound: SoundState): void => {
      if (get().listening?.place === place) {
        set({ listening: { place, sound } });
      }
      const hasEnded = sound.durationS > 0 && sound.timeS >= sound.durationS;
      if (hasEnded && !sound.isPlaying && get().listening?.place === place) {
        set({ listening: null });
      }
    };
    return {
      list: null,
      error: null,
      listening: null,
      samples: {},
      plan: { kind: 'none' },
      load: async () => {
        try {
          const list = await bridge.call('voices.list', {});
          const isOther = list.profileId !== get().list?.profileId;
          set({ list, error: null, ...(isOther ? { samples: {} } : {}) });
        } catch (error) {
          set({ list: null, error: toAppError(error) });
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
      listen: async (place, question) => {
        stop();
        const mine = run;
        set({ listening: { place, sound: null } });
        try {
          const sample = await bridge.call('voices.listen', question);
          set({ samples: { ...get().samples, [place]: sample } });
          if (run === mine) {
            player = open(sample.url, (sound) => follow(place, sound));
            await player.play();
          }
        } catch (error) {
          if (run === mine) {
            stop();
            throw toAppError(error);
          }
        }
      },
      stop,
      warm: async () => {
        const { list, samples } = get();
        const first = list?.voices[0];
        if (list?.canListen === true && first !== undefined && samples[first.id] === undefined) {
          const question = { voiceId: first.id, script: null };
          const sample = await bridge.call('voices.listen', question).catch(() => null);
          // What keeps it from speaking is told to whoever listens.
          if (sample !== null) {
            set({ samples: { ...get().samples, [first.id]: sample } });
          }
        }
      },
      ask: async (question) => {
        asked += 1;
        const mine = asked;
        if (question === null) {
          set({ plan: { kind: 'none' } });
          return;
        }
        set({ plan: { kind: 'asking' } });
        const plan = await bridge.call('voices.plan', question).then(
          (known): PlanState =>
            known === null ? { kind: 'none' } : { kind: 'known', plan: known },
          (error: unknown): PlanState => ({ kind: 'refused', error: toAppError(error) }),
        );
        if (asked === mine) {
          set({ plan });
        }
      },
    };
  });
}
