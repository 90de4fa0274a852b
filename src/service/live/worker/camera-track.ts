import {
  type RemoteParticipant,
  type RemoteTrack,
  type RemoteTrackPublication,
  type Room,
  RoomEvent,
  TrackKind,
  type VideoFrame,
  VideoStream,
} from '@livekit/rtc-node';
import { turnUpright } from './turn-upright.ts';

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
  let current: { readonly sid: string; readonly reader: VideoReader } | null = null;
  let isMuted = false;

  const isCamera = (publication: RemoteTrackPublication, { identity }: RemoteParticipant) =>
    identity === streamer && publication.kind === TrackKind.KIND_VIDEO;
  const onPublished = (publication: RemoteTrackPublication, from: RemoteParticipant): void => {
    if (isCamera(publication, from)) {
      publication.setSubscribed(true);
    }
  };
  const onSubscribed = (
    track: RemoteTrack,
    publication: RemoteTrackPublication,
    from: RemoteParticipant,
  ): void => {
    if (isCamera(publication, from)) {
      void current?.reader.stop();
      isMuted = publication.muted ?? false;
      listener.onCame(publication.mimeType ?? '');
      const reader = readVideo(track, (video) => {
        // Browsers send black pictures while they are muted.
        if (!isMuted) {
          listener.onPicture(video);
        }
      });
      current = { sid: publication.sid ?? '', reader };
    }
  };
  const onUnsubscribed = (_track: RemoteTrack, { sid }: RemoteTrackPublication): void => {
    if (current !== null && current.sid === sid) {
      void current.reader.stop();
      current = null;
      listener.onGone();
    }
  };
  const onMuted = ({ sid }: { readonly sid?: string | undefined }): void => {
    if (current !== null && current.sid === sid) {
      isMuted = true;
      listener.onGone();
    }
  };
  const onUnmuted = ({ sid }: { readonly sid?: string | undefined }): void => {
    if (current !== null && current.sid === sid) {
      isMuted = false;
    }
  };
  room
    .on(RoomEvent.TrackPublished, onPublished)
    .on(RoomEvent.TrackSubscribed, onSubscribed)
    .on(RoomEvent.TrackUnsubscribed, onUnsubscribed)
    .on(RoomEvent.TrackMuted, onMuted)
    .on(RoomEvent.TrackUnmuted, onUnmuted);
  // Who was there first is not told of.
  for (const participant of room.remoteParticipants.values()) {
    for (const publication of participant.trackPublications.values()) {
      onPublished(publication, participant);
    }
  }
  return async () => {
    room
      .off(RoomEvent.TrackPublished, onPublished)
      .off(RoomEvent.TrackSubscribed, onSubscribed)
      .off(RoomEvent.TrackUnsubscribed, onUnsubscribed)
      .off(RoomEvent.TrackMuted, onMuted)
      .off(RoomEvent.TrackUnmuted, onUnmuted);
    await current?.reader.stop();
    current = null;
  };
}

interface VideoReader {
  stop(): Promise<void>;
}

/** Takes every picture out at once: the queue inside has no bound. */
function readVideo(track: RemoteTrack, onPicture: (video: VideoFrame) => void): VideoReader {
  const reader = new VideoStream(track).getReader();
  const read = async (): Promise<void> => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      onPicture(turnUpright(next.value.frame, next.value.rotation));
    }
  };
  const reading = read();
  return {
    async stop() {
      await reader.cancel();
      await reading;
    },
  };
}
