import { CHUNK_MS } from '../../base/voice/voice-pipeline.ts';
import type { SoundMix } from '../../contract/sound-devices.ts';
import { DEVICE_RATE_HZ } from '../../base/voice/low-pass.ts';
import type { PipelineStats } from '../../base/voice/pipeline-stats.ts';
import { toRawMicrophone } from '../session/raw-microphone.ts';
import {
  type PipelineClock,
  pipelineProcessor,
  type ToPipeline,
  type ToAudioSocket,
} from './worklet/worklet-messages.ts';
// oxlint-disable-next-line import/default -- the bundler makes the address
import voiceWorkletUrl from './worklet/voice-worklet-entry.ts?worker&url';
import { StallWatch } from './stall-watch.ts';

/**
 * Block size of the output in seconds. The browser keeps three blocks in the sound server: with the shortest
 * ones, 11 ms, a thread that is late by 20 ms causes an audible gap.
 */
const OUTPUT_S = 1024 / DEVICE_RATE_HZ;

/** Outputs of the voice. */
export interface VoiceRouting {
  /** Output that others listen to, such as a virtual microphone; null for nowhere. */
  readonly outputId: string | null;
  /** Output on which the user hears themselves; null while they do not. */
  readonly monitorId: string | null;
  /** Set while the voice is output through the virtual microphone, which makes the above irrelevant. */
  readonly virtual: VirtualRouting | null;
}

/** Outputs of the voice outside of the browser; device names are those of the sound server. */
export interface VirtualRouting extends Pick<SoundMix, 'output' | 'monitor'> {
  /** Null for the system's own microphone. */
  readonly input: string | null;
}

/** The microphone, the line to the service and what plays its voice; close it. */
export interface VoiceAudio {
  readonly microphoneId: string | null;
  /** Output for recordings; null when unavailable. */
  readonly sound: MediaStream | null;
  /** Sound that travels together, in time. */
  readonly chunkMs: number;
  /** Delay of the devices, as reported by the browser. */
  deviceMs(): number;
  /** Lets the microphone through; it is silent at first. */
  open(isOpen: boolean): void;
  bypass(isOn: boolean): void;
  /** Rejects when a device is gone. */
  route(routing: VoiceRouting): Promise<void>;
  close(): Promise<void>;
}

/** Events of the audio. */
export interface VoiceAudioEvents {
  readonly onFacts: (facts: PipelineStats) => void;
  /** The output has stopped: the microphone was unplugged, or a request to it failed. */
  readonly onEnded: () => void;
  /** Called when an additional output device is gone, like when `route` rejects. */
  readonly onRouteLost: () => void;
}

/** Options of opening the audio. */
export interface VoiceAudioOptions {
  /** Null for the system's first. */
  readonly microphoneId: string | null;
  /** Socket of main that takes the audio. */
  readonly socketUrl: string;
  readonly routing: VoiceRouting;
  readonly events: VoiceAudioEvents;
}

/** Opens the microphone and the pipeline. Rejects with the error of `getUserMedia`. */
export async function openVoiceAudio(options: VoiceAudioOptions): Promise<VoiceAudio> {
  const { microphoneId } = options;
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { ...toRawMicrophone(microphoneId), channelCount: 1 },
  });
  const context = new AudioContext({ sampleRate: DEVICE_RATE_HZ, latencyHint: OUTPUT_S });
  try {
    return await connect({ ...options, stream, context });
  } catch (error) {
    endTracks(stream);
    await context.close();
    throw error;
  }
}

interface Parts extends VoiceAudioOptions {
  readonly stream: MediaStream;
  readonly context: AudioContext;
}

async function connect({
  stream,
  context,
  socketUrl,
  routing,
  events,
}: Parts): Promise<VoiceAudio> {
  await context.audioWorklet.addModule(voiceWorkletUrl);
  const node = new AudioWorkletNode(context, pipelineProcessor, {
    numberOfInputs: 1,
    numberOfOutputs: 1,
    outputChannelCount: [1],
    channelCount: 1,
    channelCountMode: 'explicit',
  });
  let source = context.createMediaStreamSource(stream);
  source.connect(node);
  const stalls = new StallWatch();
  node.port.addEventListener('message', ({ data }: MessageEvent<PipelineStats & PipelineClock>) => {
    if (stalls.push(data.lateMs, data.inPeak)) {
      source.disconnect();
      source = context.createMediaStreamSource(stream);
      source.connect(node);
    }
    events.onFacts(data);
  });
  node.port.start();
  const post = (message: ToPipeline, moved: MessagePort[] = []): void => {
    node.port.postMessage(message, moved);
  };
  const socketPort = openSocket(socketUrl, post);
  node.connect(context.destination);
  const copy = context.createMediaStreamDestination();
  node.connect(copy);
  const monitor = createMonitor(copy.stream);
  const [track] = stream.getAudioTracks();
  track?.addEventListener('ended', events.onEnded);

  const audio: VoiceAudio = {
    microphoneId: track?.getSettings().deviceId ?? null,
    sound: copy.stream,
    chunkMs: CHUNK_MS,
    deviceMs: () => 1000 * (context.baseLatency + context.outputLatency) + captureMs(track),
    open: (isOpen) => {
      post({ kind: 'open', isOpen });
    },
    bypass: (isOn) => {
      post({ kind: 'bypass', isOn });
    },
    route: async ({ outputId, monitorId }) => {
      const routed = await Promise.allSettled([
        setSink(context, outputId),
        monitor.play(monitorId),
      ]);
      const failed = routed.find((result) => result.status === 'rejected');
      if (failed !== undefined) {
        throw failed.reason;
      }
    },
    close: async () => {
      track?.removeEventListener('ended', events.onEnded);
      endTracks(stream);
      await monitor.play(null);
      await context.close();
      socketPort.terminate();
    },
  };
  try {
    await audio.route(routing).catch(events.onRouteLost);
    await context.resume();
  } catch (error) {
    socketPort.terminate();
    throw error;
  }
  return audio;
}

/** Rejects when the output is gone, and then plays nowhere: the system's own output was not chosen. */
async function setSink(context: AudioContext, outputId: string | null): Promise<void> {
  const nowhere = { type: 'none' } as const;
  try {
    await context.setSinkId(outputId ?? nowhere);
  } catch (error) {
    await context.setSinkId(nowhere);
    throw error;
  }
}

/** The audio thread and main speak to each other; the page's own thread is not in between. */
function openSocket(
  url: string,
  post: (message: ToPipeline, moved: MessagePort[]) => void,
): Worker {
  const socketPort = new Worker(new URL('./worklet/audio-socket-entry.ts', import.meta.url), {
    type: 'module',
  });
  const { port1, port2 } = new MessageChannel();
  post({ kind: 'port' }, [port1]);
  const message: ToAudioSocket = { url };
  socketPort.postMessage(message, [port2]);
  return socketPort;
}

/** Creates a second output of the same audio. */
function createMonitor(sound: MediaStream) {
  const player = new Audio();
  return {
    play: async (deviceId: string | null): Promise<void> => {
      if (deviceId === null) {
        player.pause();
        player.srcObject = null;
        return;
      }
      player.srcObject = sound;
      await player.setSinkId(deviceId);
      await player.play();
    },
  };
}

/** Delay of a microphone, if the browser reports it. */
function captureMs(track: MediaStreamTrack | undefined): number {
  const latency: unknown = track === undefined ? 0 : Reflect.get(track.getSettings(), 'latency');
  return typeof latency === 'number' ? 1000 * latency : 0;
}

function endTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.stop();
  }
}
