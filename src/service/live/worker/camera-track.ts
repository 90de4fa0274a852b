import { type Room, RoomEvent, TrackKind, type VideoFrame, VideoStream } from '@livekit/rtc-node';
import { rotateUpright } from './rotate-upright.ts';
import { readStream, watchTrack } from './watch-track.ts';

/** Hears of the streamer's camera. */
export interface CameraListener {
  /** A camera was published; `mime` is its codec, such as `video/H264`. */
  onCame(mime: string): void;
  /** Called with each frame, which the listener owns. */
  onPicture(video: VideoFrame): void;
  /** Called when the camera was muted, unplugged or unpublished: no frames until it returns. */
  onGone(): void;
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
  const wanted = { identity: streamer, kind: TrackKind.KIND_VIDEO };
  const camera = watchTrack(room, wanted, {
    open(track, publication) {
      isMuted = publication.muted ?? false;
      listener.onCame(publication.mimeType ?? '');
      // Every frame is taken out immediately: the internal queue is unbounded.
      return readStream(new VideoStream(track), ({ frame, rotation }) => {
        const picture = rotateUpright(frame, rotation);
        // Browsers send black frames while the camera is muted.
        if (!isMuted) {
          listener.onPicture(picture);
        }
      });
    },
    onGone: () => listener.onGone(),
  });
  const onMuted = (publication: { readonly sid?: string | undefined }): void => {
    if (camera.isCurrent(publication)) {
      isMuted = true;
      listener.onGone();
    }
  };
  const onUnmuted = (publication: { readonly sid?: string | undefined }): void => {
    if (camera.isCurrent(publication)) {
      isMuted = false;
    }
  };
  room.on(RoomEvent.TrackMuted, onMuted).on(RoomEvent.TrackUnmuted, onUnmuted);
  return async () => {
    room.off(RoomEvent.TrackMuted, onMuted).off(RoomEvent.TrackUnmuted, onUnmuted);
    await camera.stop();
  };
}
