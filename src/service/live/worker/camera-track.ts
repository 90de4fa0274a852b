import { type Room, RoomEvent, TrackKind, type VideoFrame, VideoStream } from '@livekit/rtc-node';
import { rotateUpright } from './rotate-upright.ts';
import { readStream, watchTrack } from './watch-track.ts';

/** Hears of the streamer's camera. */
export interface CameraListener {
  /** A camera came; `mime` is how it is encoded, such as `video/H264`. */
  onCame(mime: string): void;
  /** A picture came; it is the listener's own. */
  onPicture(video: VideoFrame): void;
  /** The camera was muted, unplugged or taken back: no picture comes until there is one again. */
  onGone(): void;
}

/**
 * Follows the camera of one participant: the newest of its video tracks. Nothing else of the room is
 * subscribed to. The returned function ends it.
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
      // Every picture is taken out at once: the queue inside has no bound.
      return readStream(new VideoStream(track), ({ frame, rotation }) => {
        const picture = rotateUpright(frame, rotation);
        // Browsers send black pictures while they are muted.
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
