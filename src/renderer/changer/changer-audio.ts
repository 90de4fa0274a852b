import type { VoiceChoice } from '../../contract/settings.ts';
import type { DeviceState } from '../session/media-failure.ts';
import type { ChangerNeeds, ChangerStore } from './changer-view.ts';
import { toDelayParts } from './delay-parts.ts';
import type { PipelineFacts } from '../../base/voice/pipeline-facts.ts';
import type { VoiceAudio, VoiceRouting } from './voice-audio.ts';

/** What the view says of the audio while the microphone is closed. */
export const silent = { sound: null, facts: null, delay: null } as const;

/** Levels move with the voice, the delay is to be read: twice a second. */
const FACTS_PER_DELAY = 10;

/** The audio of the voice changer while its microphone is open, as the store's view says it should be. */
export interface ChangerAudio {
  isOpen(): boolean;
  /** Opens it anew. Rejects with what kept it from that. */
  open(): Promise<void>;
  /** Closes it and says how the microphone stands then. */
  close(microphone: DeviceState): Promise<void>;
  /** Lets the voice through or not. */
  applyGate(): void;
  bypass(isOn: boolean): void;
  /** Leads the voice to the chosen outputs; one that is gone is told in the view. */
  route(): Promise<void>;
}

/** Makes the audio of a store: closed. */
export function createChangerAudio(
  { setState: set, getState: get }: ChangerStore,
  needs: Pick<ChangerNeeds, 'bridge' | 'openAudio' | 'microphoneId'>,
): ChangerAudio {
  const { bridge } = needs;
  let audio: VoiceAudio | null = null;
  /** Counts openings and closings, so that an opening that was overtaken is noticed. */
  let run = 0;
  let lastCount = 0;

  function receive(facts: PipelineFacts): void {
    lastCount += 1;
    if (lastCount % FACTS_PER_DELAY !== 0) {
      set({ facts });
      return;
    }
    const { session } = get();
    const converterMs = session.phase === 'live' ? (session.latencyMs ?? 0) : 0;
    // In a gap the delay is what it was.
    const delay = toDelayParts(facts, converterMs, audio?.deviceMs() ?? 0) ?? get().delay;
    set({ facts, delay: facts.isStreaming ? delay : null });
  }

  function applyGate(): void {
    const { isMuted, isPushToTalk, isTalking } = get();
    audio?.open(!isMuted && (!isPushToTalk || isTalking));
  }

  async function close(microphone: DeviceState): Promise<void> {
    run += 1;
    const closing = audio;
    audio = null;
    set({ microphone, ...silent });
    await closing?.close();
  }

  async function open(): Promise<void> {
    await close('starting');
    const opening = run;
    const routing = toRouting(get().choice);
    const { url } = await bridge.call('changer.audio_socket', {});
    const opened = await needs.openAudio({
      microphoneId: needs.microphoneId(),
      socketUrl: url,
      routing,
      events: {
        onFacts: receive,
        onEnded: () => {
          void close('ended');
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
  }

  return {
    isOpen: () => audio !== null,
    open,
    close,
    applyGate,
    bypass: (isOn) => audio?.bypass(isOn),
    route: async () => {
      try {
        await audio?.route(toRouting(get().choice));
        set({ routeError: null });
      } catch {
        set({ routeError: 'missing' }); // Its device was unplugged: said beside the choice.
      }
    },
  };
}

function toRouting({ outputId, monitorId, isMonitored }: VoiceChoice): VoiceRouting {
  return { outputId, monitorId: isMonitored ? (monitorId ?? 'default') : null };
}
