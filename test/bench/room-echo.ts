import { setTimeout as pause } from 'node:timers/promises';
import {
  LocalVideoTrack,
  RoomEvent,
  TrackKind,
  TrackPublishOptions,
  TrackSource,
  VideoCodec,
  type VideoFrame,
  VideoSource,
  VideoStream,
} from '@livekit/rtc-node';
import type { BrowserClient } from '../live/support/browser-client.ts';
import type { NodeClient } from '../live/support/node-client.ts';

/** Lets a picture settle, then takes how long its frames took; `onWarm` is called in between. */
export async function takeDelays(
  page: BrowserClient,
  { warmUpMs, measureMs }: { readonly warmUpMs: number; readonly measureMs: number },
  onWarm: () => Promise<void> = () => Promise.resolve(),
): Promise<{ readonly delaysMs: readonly number[]; readonly unreadable: number }> {
  await pause(warmUpMs);
  await page.call('takeDelays');
  await onWarm();
  await pause(measureMs);
  return (await page.call('takeDelays')) as { delaysMs: number[]; unreadable: number };
}

/** How a picture is encoded. */
interface Encoding {
  readonly codec: 'vp8' | 'h264';
  readonly maxBitrate: number;
  readonly framesPerSecond?: number;
}

/** Publishes what a client receives, unchanged. */
export function sendBack(client: NodeClient, encoding: Encoding): void {
  client.room.on(RoomEvent.TrackSubscribed, (track) => {
    if (track.kind !== TrackKind.KIND_VIDEO) {
      return;
    }
    void (async () => {
      let source: VideoSource | null = null;
      for await (const { frame } of new VideoStream(track)) {
        source ??= publish(client, frame, encoding);
        source.captureFrame(frame, BigInt(Math.round(performance.now() * 1000)));
      }
    })();
  });
}

function publish(
  client: NodeClient,
  { width, height }: VideoFrame,
  { codec, maxBitrate, framesPerSecond = 30 }: Encoding,
): VideoSource {
  const source = new VideoSource(width, height);
  const track = LocalVideoTrack.createVideoTrack('echo', source);
  const options = new TrackPublishOptions({
    source: TrackSource.SOURCE_CAMERA,
    simulcast: false,
    videoCodec: codec === 'h264' ? VideoCodec.H264 : VideoCodec.VP8,
    videoEncoding: { maxBitrate: BigInt(maxBitrate), maxFramerate: framesPerSecond },
  });
  void client.room.localParticipant?.publishTrack(track, options);
  return source;
}
