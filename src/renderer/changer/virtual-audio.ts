import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { MICROPHONE_LABEL, type SoundMix } from '../../contract/sound-devices.ts';
import { toRawMicrophone } from '../session/raw-microphone.ts';
import type { VirtualRouting, VoiceAudio, VoiceAudioEvents, VoiceRouting } from './voice-audio.ts';

/** Options of the audio outside of the browser. */
export interface VirtualAudioOptions {
  readonly bridge: Bridge<Ipc>;
  readonly devices: Pick<MediaDevices, 'enumerateDevices' | 'getUserMedia'>;
  readonly routing: VoiceRouting & { readonly virtual: VirtualRouting };
  readonly events: VoiceAudioEvents;
  /** False as soon as a later opening uses the virtual microphone, which this one then leaves alone. */
  readonly isLast: () => boolean;
}

/**
 * Makes main read the microphone and play the voice into the virtual one. Rejects with the reason of a failure.
 */
export async function openVirtualAudio({
  bridge,
  devices,
  routing,
  events,
  isLast,
}: VirtualAudioOptions): Promise<VoiceAudio> {
  // What is muted now must not be heard while the audio is opened again.
  let state = { isOpen: false, isBypassed: false };
  let { virtual } = routing;
  let deviceMs = 0;
  const toMix = (): SoundMix => ({ ...state, output: virtual.output, monitor: virtual.monitor });
  let isLeft = false;
  await bridge.call('microphone.start', {});
  if (!isLast()) {
    throw new AppError('cancelled', 'The virtual microphone was opened again.');
  }
  const ends = [
    bridge.on('microphone.reported', (report) => {
      deviceMs = report.deviceMs;
      events.onFacts(report);
    }),
    bridge.on('microphone.ended', () => events.onEnded()),
  ];
  const leave = (): void => {
    isLeft = true;
    for (const end of ends) {
      end();
    }
  };
  /** Rejects when the monitor output is gone: the rest of the mix is applied anyway. */
  const mix = async (): Promise<void> => {
    try {
      await bridge.call('microphone.mix', toMix());
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') {
        throw error;
      }
      // Muted audio might become audible, so the output is stopped.
      if (!isLeft) {
        events.onEnded();
      }
    }
  };
  const mixAgain = (): void => void mix().catch(events.onRouteLost);
  try {
    await bridge.call('microphone.run', { input: virtual.input, mix: toMix() });
  } catch (error) {
    leave();
    throw error;
  }
  const sound = await findSound(devices);
  return {
    microphoneId: null,
    sound,
    chunkMs: 10,
    deviceMs: () => deviceMs,
    open: (isOpen) => {
      state = { ...state, isOpen };
      mixAgain();
    },
    bypass: (isBypassed) => {
      state = { ...state, isBypassed };
      mixAgain();
    },
    route: async (next) => {
      virtual = next.virtual ?? virtual;
      await mix();
    },
    close: async () => {
      leave();
      for (const track of sound?.getTracks() ?? []) {
        track.stop();
      }
      if (isLast()) {
        await bridge.call('microphone.rest', {});
      }
    },
  };
}

/** Opens the output as another program would, for recordings. Null when the browser does not list it. */
async function findSound(devices: VirtualAudioOptions['devices']): Promise<MediaStream | null> {
  try {
    const all = await devices.enumerateDevices();
    // The browser uses the sound server's names of audio devices.
    const ours = all.find(({ kind, label }) => kind === 'audioinput' && label === MICROPHONE_LABEL);
    return ours === undefined
      ? null
      : await devices.getUserMedia({ audio: toRawMicrophone(ours.deviceId) });
  } catch {
    return null; // The voice goes out without.
  }
}
