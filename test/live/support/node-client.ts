import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  LocalVideoTrack,
  type RemoteParticipant,
  type RemoteTrack,
  Room,
  RoomEvent,
  TrackKind,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoCodec,
  VideoFrame,
  VideoSource,
  VideoStream,
} from '@livekit/rtc-node';
import { makeToken, type Target } from './targets.ts';

/** Frames that a Node client has received of one track. */
export interface SeenVideo {
  readonly from: string;
  frames: number;
  width: number;
  height: number;
  /** Mean of the luma of the last frame. */
  luma: number;
}

/** A participant of `@livekit/rtc-node`. */
export interface NodeClient {
  readonly room: Room;
  readonly videos: SeenVideo[];
  /** Number of audio frames that were not silent, by sender. */
  readonly sounds: Map<string, number>;
  readonly messages: { readonly from: string; readonly text: string; readonly topic: string }[];
  readonly events: string[];
  /** Publishes a video of one brightness at 30 frames a second; the returned function ends it. */
  publishVideo(options: {
    readonly codec?: 'vp8' | 'h264';
    readonly luma?: number;
    readonly isSimulcast?: boolean;
    readonly width?: number;
    readonly height?: number;
    /** 4:2:0 planes of a frame that replaces the uniform brightness. */
    readonly image?: Uint8Array;
  }): Promise<{ readonly sid: string; stop: () => Promise<void> }>;
  publishTone(): Promise<{ stop: () => Promise<void> }>;
  close(): Promise<void>;
}

const frameMs = 33;
const sampleRate = 48_000;

/** Joins a room. The caller closes it. */
export async function joinFromNode(
  target: Target,
  identity: string,
  roomName: string,
  options: {
    readonly hasOneConnection?: boolean;
    readonly token?: string;
    /** False leaves the tracks to the caller. */
    readonly isWatching?: boolean;
  } = {},
): Promise<NodeClient> {
  const room = new Room();
  const videos: SeenVideo[] = [];
  const sounds = new Map<string, number>();
  const messages: { from: string; text: string; topic: string }[] = [];
  const events: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  for (const name of Object.values(RoomEvent)) {
    room.on(name, () => events.push(name));
  }
  room.on(RoomEvent.TrackSubscribed, (track, _publication, participant) => {
    if (options.isWatching !== false) {
      void watch(track, participant, { videos, sounds });
    }
  });
  room.on(RoomEvent.DataReceived, (payload, participant, _kind, topic) => {
    const text = new TextDecoder().decode(payload);
    messages.push({ from: participant?.identity ?? '', text, topic: topic ?? '' });
  });
  await room.connect(target.url, options.token ?? makeToken(target, identity, roomName), {
    autoSubscribe: true,
    dynacast: false,
    ...(options.hasOneConnection === undefined
      ? {}
      : { singlePeerConnection: options.hasOneConnection }),
  });
  return {
    room,
    videos,
    sounds,
    messages,
    events,
    async publishVideo({
      codec = 'vp8',
      luma = 128,
      isSimulcast = false,
      width = 320,
      height = 240,
      image: picture,
    }) {
      const source = new VideoSource(width, height);
      const track = LocalVideoTrack.createVideoTrack(`video-${luma}`, source);
      const planes = new Uint8Array((width * height * 3) / 2).fill(128);
      const timer = setInterval(() => {
        if (picture === undefined) {
          planes.fill(luma, 0, width * height);
        } else {
          planes.set(picture);
        }
        const frame = new VideoFrame(planes, width, height, VideoBufferType.I420);
        source.captureFrame(frame, BigInt(Math.round(performance.now() * 1000)));
      }, frameMs);
      timers.add(timer);
      const publication = await room.localParticipant!.publishTrack(
        track,
        new TrackPublishOptions({
          source: TrackSource.SOURCE_CAMERA,
          simulcast: isSimulcast,
          videoCodec: codec === 'h264' ? VideoCodec.H264 : VideoCodec.VP8,
        }),
      );
      const sid = publication.sid ?? '';
      const stop = async (): Promise<void> => {
        clearInterval(timer);
        await room.localParticipant!.unpublishTrack(sid);
        await source.close();
      };
      return { sid, stop };
    },
    async publishTone() {
      const source = new AudioSource(sampleRate, 1);
      const track = LocalAudioTrack.createAudioTrack('tone', source);
      const publication = await room.localParticipant!.publishTrack(
        track,
        new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE }),
      );
      const state = { isOn: true };
      const playing = playTone(source, state);
      const stop = async (): Promise<void> => {
        state.isOn = false;
        await playing;
        await room.localParticipant!.unpublishTrack(publication.sid ?? '');
        await source.close();
      };
      return { stop };
    },
    async close() {
      timers.forEach((timer) => clearInterval(timer));
      await room.disconnect();
    },
  };
}

async function playTone(source: AudioSource, state: { readonly isOn: boolean }): Promise<void> {
  const samples = 480;
  for (let at = 0; state.isOn; at += samples) {
    const tone = Int16Array.from({ length: samples }, (_, index) =>
      Math.round(12_000 * Math.sin((2 * Math.PI * 440 * (at + index)) / sampleRate)),
    );
    await source.captureFrame(new AudioFrame(tone, sampleRate, 1, samples));
  }
}

async function watch(
  track: RemoteTrack,
  participant: RemoteParticipant,
  seen: Pick<NodeClient, 'videos' | 'sounds'>,
): Promise<void> {
  if (track.kind === TrackKind.KIND_VIDEO) {
    const entry = { from: participant.identity, frames: 0, width: 0, height: 0, luma: -1 };
    seen.videos.push(entry);
    for await (const { frame } of new VideoStream(track)) {
      entry.frames += 1;
      entry.width = frame.width;
      entry.height = frame.height;
      entry.luma = meanLuma(frame);
    }
    return;
  }
  for await (const frame of new AudioStream(track, { sampleRate, numChannels: 1 })) {
    if (frame.data.some((sample) => Math.abs(sample) > 3000)) {
      seen.sounds.set(participant.identity, (seen.sounds.get(participant.identity) ?? 0) + 1);
    }
  }
}

function meanLuma(frame: VideoFrame): number {
  const source = frame.type === VideoBufferType.I420 ? frame : frame.convert(VideoBufferType.I420);
  const size = frame.width * frame.height;
  let sum = 0;
  for (let at = 0; at < size; at += 97) {
    sum += source.data[at] ?? 0;
  }
  return sum / Math.ceil(size / 97);
}
