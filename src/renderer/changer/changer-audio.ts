import type { DeviceState } from '../session/media-failure.ts';
import {
  type ChangerStoreDependencies,
  type ChangerStore,
  type ChangerView,
  isGateOpen,
} from './changer-view.ts';
import { type DelayParts, toDelayParts } from './delay-parts.ts';
import type { PipelineStats } from '../../base/voice/pipeline-stats.ts';
import type { VoiceAudio, VoiceAudioEvents, VoiceRouting } from './voice-audio.ts';

/** View state of the audio while the microphone is closed. */
export const silent = { sound: null, facts: null, delay: null } as const;

/** Levels move with the voice, the delay is to be read: twice a second. */
const FACTS_PER_DELAY = 10;

/** Audio of the voice changer while its microphone is open, following the view of the store. */
export interface ChangerAudio {
  isOpen(): boolean;
  /**
   * Reopens it. Resolves with false when another opening or a closing overtook it. Rejects with the reason of a
   * failure.
   */
  open(): Promise<boolean>;
  /** Closes it and sets the given state of the microphone. */
  close(microphone: DeviceState): Promise<void>;
  /** Opens or closes the gate of the voice. */
  applyGate(): void;
  bypass(isOn: boolean): void;
  /** Routes the voice to the chosen outputs; a missing one is reported in the view. */
  route(): Promise<void>;
}

type AudioDependencies = Pick<
  ChangerStoreDependencies,
  'bridge' | 'openAudio' | 'openVirtual' | 'devices' | 'microphoneId'
>;

/** Makes the audio of a store: closed. */
export function createChangerAudio(
  store: ChangerStore,
  dependencies: AudioDependencies,
): ChangerAudio {
  const { setState: set, getState: get } = store;
  const { bridge } = dependencies;
  let audio: VoiceAudio | null = null;
  /** Counts openings and closings, so that an opening that was overtaken is noticed. */
  let run = 0;
  const openRoute = createRouteOpener(dependencies);
  const receive = createReceiver(store, () => audio);

  function applyGate(): void {
    audio?.open(isGateOpen(get()));
  }

  async function close(microphone: DeviceState): Promise<void> {
    run += 1;
    const closing = audio;
    audio = null;
    set({ microphone, ...silent });
    await closing?.close();
  }

  async function open(): Promise<boolean> {
    const closed = close('starting');
    const opening = run;
    const isCurrent = (): boolean => opening === run;
    await closed;
    set({ routeError: null });
    const routing = toRouting(get());
    const opened = isCurrent() ? await openUnlessOvertaken(routing, isCurrent) : null;
    if (opened === null || !isCurrent()) {
      await opened?.close();
      return false;
    }
    audio = opened;
    await rerouteIfChanged(store, opened, routing);
    if (!isCurrent()) {
      return false;
    }
    set({ microphone: 'on', sound: opened.sound });
    applyGate();
    opened.bypass(get().isBypassed);
    await get().refreshOutputs().catch(ignoreUnless(isCurrent));
    return isCurrent();
  }

  function openUnlessOvertaken(
    routing: VoiceRouting,
    isCurrent: () => boolean,
  ): Promise<VoiceAudio | null> {
    const events: VoiceAudioEvents = {
      onFacts: receive,
      onEnded: () => {
        if (isCurrent()) {
          void close('ended');
          void bridge.call('changer.stop', {});
        }
      },
      onRouteLost: () => {
        if (isCurrent()) {
          set({ routeError: 'missing' });
        }
      },
    };
    return openRoute(routing, events).catch(ignoreUnless(isCurrent));
  }

  return {
    isOpen: () => audio !== null,
    open,
    close,
    applyGate,
    bypass: (isOn) => audio?.bypass(isOn),
    route: () => route(store, audio),
  };
}

/** Applies what was changed while the audio was opened with a routing, such as a muted output. */
async function rerouteIfChanged(
  store: ChangerStore,
  audio: VoiceAudio,
  routing: VoiceRouting,
): Promise<void> {
  if (JSON.stringify(toRouting(store.getState())) !== JSON.stringify(routing)) {
    await route(store, audio);
  }
}

async function route(
  { setState: set, getState: get }: ChangerStore,
  audio: VoiceAudio | null,
): Promise<void> {
  try {
    await audio?.route(toRouting(get()));
    set({ routeError: null });
  } catch {
    set({ routeError: 'missing' }); // Its device was unplugged, which is shown beside the choice.
  }
}

/** Shows the facts of the audio: the levels at once, the delay twice a second. */
function createReceiver(
  { setState: set, getState: get }: ChangerStore,
  findAudio: () => VoiceAudio | null,
): (facts: PipelineStats) => void {
  let lastCount = 0;
  return (facts) => {
    lastCount += 1;
    if (lastCount % FACTS_PER_DELAY !== 0) {
      set({ facts });
      return;
    }
    const { session } = get();
    const converterMs = session.phase === 'live' ? (session.latencyMs ?? 0) : 0;
    const audio = findAudio();
    // During a gap the delay is unchanged.
    const delay = audio === null ? null : toDelay(audio, facts, converterMs);
    set({ facts, delay: facts.isStreaming ? (delay ?? get().delay) : null });
  };
}

/** Handles the failure of an opening: nobody waits for one that was overtaken. */
function ignoreUnless(isCurrent: () => boolean) {
  return (error: unknown): null => {
    if (isCurrent()) {
      throw error;
    }
    return null;
  };
}

/** Opens the audio through the virtual microphone when that is on, else through the browser. */
function createRouteOpener({
  bridge,
  devices,
  openVirtual,
  openAudio,
  microphoneId,
}: AudioDependencies): (routing: VoiceRouting, events: VoiceAudioEvents) => Promise<VoiceAudio> {
  /** Counts openings of the virtual microphone: the end of an overtaken one must not rest that of the next. */
  let virtualRun = 0;
  return async (routing, events) => {
    const { virtual } = routing;
    if (virtual !== null) {
      virtualRun += 1;
      const own = virtualRun;
      const isLast = (): boolean => own === virtualRun;
      return openVirtual({ bridge, devices, routing: { ...routing, virtual }, events, isLast });
    }
    const { url } = await bridge.call('changer.audio_socket', {});
    return openAudio({ microphoneId: microphoneId(), socketUrl: url, routing, events });
  };
}

function toDelay(audio: VoiceAudio, facts: PipelineStats, converterMs: number): DelayParts | null {
  return toDelayParts(facts, converterMs, { deviceMs: audio.deviceMs(), chunkMs: audio.chunkMs });
}

function toRouting({
  choice,
  isOutputMuted,
}: Pick<ChangerView, 'choice' | 'isOutputMuted'>): VoiceRouting {
  const { outputId, monitorId, isMonitored, soundInput, soundMonitor } = choice;
  const { outputDelayMs, monitorDelayMs } = choice;
  return {
    outputId,
    monitorId: isMonitored ? (monitorId ?? 'default') : null,
    virtual: choice.hasVirtualMicrophone
      ? {
          input: soundInput,
          output: { isMuted: isOutputMuted, delayMs: outputDelayMs },
          monitor: isMonitored
            ? { output: soundMonitor, isMuted: false, delayMs: monitorDelayMs }
            : null,
        }
      : null,
  };
}
