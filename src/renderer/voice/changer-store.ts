import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type {
  ChangerOffer,
  ChangerSettings,
  ChangerStart,
  ChangerState,
  VoiceReference,
} from '../../contract/ipc/voice-changer.ts';
import type { VoiceChoice } from '../../contract/settings.ts';
import { type DeviceState, toDeviceFailure } from '../session/media-failure.ts';
import type { Device } from '../stores/devices-store.ts';
import type { Audition } from './audition.ts';
import { type DelayParts, toDelayParts } from './delay-parts.ts';
import type { LineFacts } from './line/line-messages.ts';
import type { openVoiceAudio, VoiceAudio, VoiceRouting } from './voice-audio.ts';
import { toAppError } from '../to-app-error.ts';

/** A recording whose voice is the target, in its place. */
export interface PlacedReference {
  readonly file: ChosenFile;
  /** Null while it is read; an error says what is wrong with it. */
  readonly facts: VoiceReference | AppError | null;
}

/** The voice changer as the page shows it. */
export interface ChangerView {
  /** Null until the service was asked; an error says why there is none. */
  readonly offer: ChangerOffer | AppError | null;
  /** What the user chose: kept in the settings. */
  readonly choice: VoiceChoice;
  readonly targetKind: 'voice' | 'reference';
  readonly reference: PlacedReference | null;
  /** Voice whose sample is fetched or heard. */
  readonly heardId: string | null;
  readonly outputs: readonly Device[];
  /** State of the microphone of the voice changer. */
  readonly microphone: DeviceState;
  /** State of the session in main. */
  readonly session: ChangerState;
  /** What goes out while the microphone is open; it belongs to the store. */
  readonly sound: MediaStream | null;
  readonly facts: LineFacts | null;
  readonly delay: DelayParts | null;
  readonly isMuted: boolean;
  /** Whether the user is heard only while a key is held. */
  readonly isPushToTalk: boolean;
  readonly isTalking: boolean;
  readonly isBypassed: boolean;
  /** Why the sound does not go where it should. */
  readonly routeError: 'missing' | null;

  readonly loadOffer: () => Promise<void>;
  readonly refreshOutputs: () => Promise<void>;
  readonly choose: (change: Partial<VoiceChoice>) => Promise<void>;
  readonly setTargetKind: (kind: 'voice' | 'reference') => void;
  readonly placeReference: (file: File) => Promise<void>;
  readonly agree: () => Promise<void>;
  readonly listen: (voiceId: string) => Promise<void>;
  readonly stopListening: () => void;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly setMuted: (isMuted: boolean) => void;
  readonly setPushToTalk: (isOn: boolean) => void;
  readonly setTalking: (isTalking: boolean) => void;
  readonly setBypassed: (isBypassed: boolean) => void;
}

/** See {@link ChangerView}. */
export type ChangerStore = StoreApi<ChangerView>;

/** What the store needs of the page. */
export interface ChangerNeeds {
  readonly bridge: Bridge<Ipc>;
  readonly addFile: (file: File) => Promise<ChosenFile>;
  readonly openAudio: typeof openVoiceAudio;
  readonly audition: Audition;
  readonly devices: Pick<MediaDevices, 'enumerateDevices' | 'addEventListener'>;
  readonly microphoneId: () => string | null;
  readonly choice: VoiceChoice;
  readonly keep: (choice: VoiceChoice) => Promise<void>;
}

const silent = { sound: null, facts: null, delay: null } as const;

/** Levels move with the voice, the delay is to be read: twice a second. */
const FACTS_PER_DELAY = 10;

/** Makes the store of the voice changer: nothing runs. */
export function createChangerStore(needs: ChangerNeeds): ChangerStore {
  const { bridge, audition } = needs;
  let audio: VoiceAudio | null = null;
  let run = 0;
  let heard = 0;

  const store = createStore<ChangerView>()((set, get) => {
    const applyGate = (): void => {
      const { isMuted, isPushToTalk, isTalking } = get();
      audio?.open(!isMuted && (!isPushToTalk || isTalking));
    };
    const route = async (): Promise<void> => {
      try {
        await audio?.route(toRouting(get().choice));
        set({ routeError: null });
      } catch {
        set({ routeError: 'missing' }); // Its device was unplugged: said beside the choice.
      }
    };
    const closeAudio = async (microphone: DeviceState): Promise<void> => {
      run += 1;
      const closing = audio;
      audio = null;
      set({ microphone, ...silent });
      await closing?.close();
    };
    const hear = (facts: LineFacts): void => {
      heard += 1;
      if (heard % FACTS_PER_DELAY !== 0) {
        set({ facts });
        return;
      }
      const { session } = get();
      const converterMs = session.phase === 'live' ? (session.latencyMs ?? 0) : 0;
      // In a gap the delay is what it was.
      const delay = toDelayParts(facts, converterMs, audio?.deviceMs() ?? 0) ?? get().delay;
      set({ facts, delay: facts.isStreaming ? delay : null });
    };
    const openAudio = async (): Promise<void> => {
      await closeAudio('starting');
      const opening = run;
      const routing = toRouting(get().choice);
      const { url } = await bridge.call('changer.way', {});
      const opened = await needs.openAudio({
        microphoneId: needs.microphoneId(),
        wayUrl: url,
        routing,
        events: {
          onFacts: hear,
          onEnded: () => {
            void closeAudio('ended');
            void bridge.call('changer.stop', {});
          },
        },
      });
      if (opening !== run) {
        await opened.close();
        return;
      }
      audio = opened;
      set({ microphone: 'on', sound: opened.sound });
      applyGate();
      opened.bypass(get().isBypassed);
      await get().refreshOutputs();
    };
    const toTarget = (): ChangerStart['target'] => {
      const { targetKind, reference, choice } = get();
      if (targetKind === 'reference') {
        if (reference === null || reference.facts === null || reference.facts instanceof AppError) {
          throw new AppError('invalid_input', 'There is no recording to speak like.');
        }
        return { kind: 'reference', fileId: reference.file.id };
      }
      const voiceId = findVoiceId(get());
      if (voiceId === null) {
        throw new AppError('invalid_input', `There is no voice ${choice.voiceId ?? ''}.`);
      }
      return { kind: 'voice', voiceId };
    };
    return {
      offer: null,
      choice: needs.choice,
      targetKind: 'voice',
      reference: null,
      heardId: null,
      outputs: [],
      microphone: 'off',
      session: { phase: 'off', error: null },
      ...silent,
      isMuted: false,
      isPushToTalk: false,
      isTalking: false,
      isBypassed: false,
      routeError: null,

      loadOffer: async () => {
        try {
          set({ offer: await bridge.call('changer.offer', {}) });
        } catch (error) {
          set({ offer: toAppError(error) });
        }
      },
      refreshOutputs: async () => {
        const all = await needs.devices.enumerateDevices();
        const outputs = all
          .filter(({ kind, deviceId }) => kind === 'audiooutput' && deviceId !== '')
          .map(({ deviceId: id, label }) => ({ id, label }));
        set({ outputs });
      },
      choose: async (change) => {
        const choice = { ...get().choice, ...change };
        set({ choice });
        await needs.keep(choice);
        if (
          change.strength !== undefined ||
          change.noiseSuppression !== undefined ||
          change.voiceGate !== undefined
        ) {
          await bridge.call('changer.set', toSettings(choice));
        }
        if (
          change.outputId !== undefined ||
          change.monitorId !== undefined ||
          change.isMonitored !== undefined
        ) {
          await route();
        }
        if (change.voiceId !== undefined) {
          await restart(get());
        }
      },
      setTargetKind: (targetKind) => set({ targetKind }),
      placeReference: async (file) => {
        const chosen = await needs.addFile(file);
        set({ reference: { file: chosen, facts: null } });
        const facts = await bridge
          .call('changer.use_reference', { fileId: chosen.id })
          .catch(toAppError);
        const { reference } = get();
        if (reference?.file.id === chosen.id) {
          set({ reference: { ...reference, facts } });
        }
      },
      agree: async () => {
        const asked = get().reference;
        if (asked === null) {
          return;
        }
        const file = await bridge.call('files.agree', { id: asked.file.id });
        // It may have been read, or have given way to another one, meanwhile.
        const { reference } = get();
        if (reference?.file.id === file.id) {
          set({ reference: { ...reference, file } });
        }
      },
      listen: async (voiceId) => {
        set({ heardId: voiceId });
        try {
          const { url } = await bridge.call('changer.sample', { voiceId });
          if (get().heardId === voiceId) {
            await audition.play(url);
          }
        } finally {
          if (get().heardId === voiceId) {
            set({ heardId: null });
          }
        }
      },
      stopListening: () => {
        set({ heardId: null });
        audition.stop();
      },
      start: async () => {
        const target = toTarget();
        get().stopListening();
        try {
          await openAudio();
        } catch (error) {
          await closeAudio(toDeviceFailure(error));
          return;
        }
        try {
          const session = await bridge.call('changer.start', {
            target,
            settings: toSettings(get().choice),
            durationMinutes: get().choice.durationMinutes,
          });
          set({ session });
        } catch (error) {
          await closeAudio('off');
          throw error;
        }
      },
      stop: async () => {
        await closeAudio('off');
        await bridge.call('changer.stop', {});
      },
      setMuted: (isMuted) => {
        set({ isMuted });
        applyGate();
      },
      setPushToTalk: (isPushToTalk) => {
        set({ isPushToTalk, isTalking: false });
        applyGate();
      },
      setTalking: (isTalking) => {
        if (isTalking !== get().isTalking) {
          set({ isTalking });
          applyGate();
        }
      },
      setBypassed: (isBypassed) => {
        set({ isBypassed });
        audio?.bypass(isBypassed);
      },
    };

    /** Another voice is another session; the microphone stays open. */
    async function restart({ session, start }: ChangerView): Promise<void> {
      if (session.phase !== 'off') {
        await start();
      }
    }
  });

  bridge.on('changer.changed', (session) => {
    store.setState({ session });
    if (session.phase === 'off' && audio !== null) {
      run += 1;
      const closing = audio;
      audio = null;
      store.setState({ microphone: 'off', ...silent });
      void closing.close();
    }
  });
  needs.devices.addEventListener('devicechange', () => void store.getState().refreshOutputs());
  return store;
}

/** The chosen voice, or the first one where that is not there. */
export function findVoiceId({
  offer,
  choice,
}: Pick<ChangerView, 'offer' | 'choice'>): string | null {
  if (offer === null || offer instanceof AppError) {
    return null;
  }
  const chosen = offer.voices.find(({ id }) => id === choice.voiceId);
  return (chosen ?? offer.voices[0])?.id ?? null;
}

function toSettings({ strength, noiseSuppression, voiceGate }: VoiceChoice): ChangerSettings {
  return { strength, noiseSuppression, voiceGate };
}

function toRouting({ outputId, monitorId, isMonitored }: VoiceChoice): VoiceRouting {
  return { outputId, monitorId: isMonitored ? (monitorId ?? 'default') : null };
}
