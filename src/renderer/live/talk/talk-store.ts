import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Ipc } from '../../../contract/ipc/contract.ts';
import type { Bridge } from '../../../contract/ipc/kit.ts';
import { toSpokenPieces } from './spoken-pieces.ts';
import { TalkSound, type TalkSources } from './talk-sound.ts';

/** Speaking character: the audio that its lips follow, and the script that is spoken. */
export interface TalkState {
  /** Audio for the lips; null while no character speaks. */
  readonly lips: MediaStreamTrack | null;
  /** Its audio for others. */
  readonly outgoing: MediaStream | null;
  readonly script: string;
  readonly isSpeaking: boolean;
  readonly setScript: (script: string) => void;
  /** Speaks the script from its beginning, in a voice of its language. Throws what keeps it from being spoken. */
  readonly speak: () => Promise<void>;
  readonly stop: () => void;
  /** Opens the audio with these sources, or closes it. */
  readonly setSources: (sources: TalkSources | null) => void;
}

/** See {@link TalkState}. */
export type TalkStore = StoreApi<TalkState>;

/** Makes the store; nothing is opened yet. */
export function createTalkStore(bridge: Bridge<Ipc>): TalkStore {
  let sound: TalkSound | null = null;
  let run = 0;
  return createStore<TalkState>()((set, get) => {
    const fetchPiece = async (script: string): Promise<ArrayBuffer> => {
      const { url } = await bridge.call('voices.listen', { voiceId: null, script });
      return (await fetch(url)).arrayBuffer();
    };
    const speakAll = async (open: TalkSound, own: number): Promise<void> => {
      const spoken: Promise<void>[] = [];
      for (const text of toSpokenPieces(get().script)) {
        const file = await fetchPiece(text);
        if (own !== run) {
          return;
        }
        // The next part is synthesised while this one is played.
        const piece = open.speak(file);
        piece.catch(() => undefined); // Met below.
        spoken.push(piece);
      }
      await Promise.all(spoken);
    };
    return {
      lips: null,
      outgoing: null,
      script: '',
      isSpeaking: false,
      setScript: (script) => set({ script }),
      speak: async () => {
        if (sound === null) {
          return;
        }
        get().stop();
        const own = run;
        set({ isSpeaking: true });
        try {
          await speakAll(sound, own);
        } finally {
          if (own === run) {
            set({ isSpeaking: false });
          }
        }
      },
      stop: () => {
        run += 1;
        sound?.stop();
        set({ isSpeaking: false });
      },
      setSources: (sources) => {
        if (sources === null) {
          if (sound !== null) {
            get().stop();
            sound.close();
            sound = null;
            set({ lips: null, outgoing: null });
          }
          return;
        }
        if (sound === null) {
          sound = new TalkSound();
          set({ lips: sound.lips, outgoing: sound.outgoing });
        }
        sound.feed(sources);
      },
    };
  });
}
