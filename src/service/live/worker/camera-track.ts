import { type Room, RoomEvent, TrackKind, type VideoFrame, VideoStream } from '@livekit/rtc-node';
import { rotateUpright } from './rotate-upright.ts';
import { watchForStall } from './camera-stall.ts';
import type { CameraFormat } from './output-track.ts';
import { readStream, watchTrack } from './watch-track.ts';

/** Hears of the streamer's camera. */
export interface CameraListener {
  /**
   * A camera was published; it is subscribed to when this settles. A track that the worker publishes later renegotiates
   * the connection: libwebrtc then makes the receive stream of the camera anew, without the playout delay that LiveKit
   * sends with the first packets only.
   */
  onPublished(camera: CameraFormat): Promise<void>;
  /** Called with each frame, which the listener owns. */
  onFrame(video: VideoFrame): void;
  /** Called when the camera was muted, unplugged or unpublished: no frames until it returns. */
  onEnded(): void;
}

/**
 * Subscribes to the camera of one participant: the newest of its video tracks, and nothing else in the room.
 * The returned function unsubscribes.
 */
export function watchCamera(
  room: Room,
  streamer: string,
  listener: CameraListener,
): () => Promise<void> {
  let isMuted = false;
  let delivered = 0;
  const wanted = { identity: streamer, kind: TrackKind.KIND_VIDEO };
  const camera = watchTrack(room, wanted, {
    onPublished: ({ mimeType, width, height }) =>
      listener.onPublished({ mime: mimeType ?? '', width: width ?? 0, height: height ?? 0 }),
    open(track, publication) {
      isMuted = publication.muted ?? false;
      // Every frame is taken out immediately: the internal queue is unbounded.
      return readStream(new VideoStream(track), ({ frame, rotation }) => {
        delivered += 1;
        const upright = rotateUpright(frame, rotation);
        // Browsers send black frames while the camera is muted.
        if (!isMuted) {
          listener.onFrame(upright);
        }
      });
    },
    onEnded: () => listener.onEnded(),
  });
  const onMuted = (publication: { readonly sid?: string | undefined }): void => {
    if (camera.isCurrent(publication)) {
      isMuted = true;
      listener.onEnded();
    }
  };
  const onUnmuted = (publication: { readonly sid?: string | undefined }): void => {
    if (camera.isCurrent(publication)) {
      isMuted = false;
    }
  };
  room.on(RoomEvent.TrackMuted, onMuted).on(RoomEvent.TrackUnmuted, onUnmuted);
  const unwatchStall = watchForStall({
    countDelivered: () => delivered,
    countDecoded: () => countDecoded(room),
    onStall: () => camera.renew(),
  });
  return async () => {
    unwatchStall();
    room.off(RoomEvent.TrackMuted, onMuted).off(RoomEvent.TrackUnmuted, onUnmuted);
    await camera.stop();
  };
}

/** Counts the frames that were decoded of all video that is subscribed to, which is the camera alone. */
async function countDecoded(room: Room): Promise<number> {
  const { subscriberStats, publisherStats } = await room.getRtcStats();
  let decoded = 0;
  for (const { stats } of [...subscriberStats, ...publisherStats]) {
    decoded += stats.case === 'inboundRtp' ? (stats.value.inbound?.framesDecoded ?? 0) : 0;
  }
  return decoded;
}
