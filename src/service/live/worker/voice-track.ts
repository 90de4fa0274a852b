import {
  AudioStream,
  type RemoteParticipant,
  type RemoteTrack,
  type RemoteTrackPublication,
  type Room,
  RoomEvent,
  TrackKind,
} from '@livekit/rtc-node';

/** What mouths are found in. */
const SAMPLE_RATE_HZ = 16_000;
const FULL_SCALE = 32_768;

/**
 * Follows the voice that one participant sends, if they send any: the newest of its audio tracks, mono at 16 kHz. The
 * returned function ends it.
 */
export function watchVoice(
  room: Room,
  streamer: string,
  onSamples: (samples: Float32Array) => void,
): () => Promise<void> {
  let current: { readonly sid: string; readonly stop: () => Promise<void> } | null = null;
  const isVoice = (publication: RemoteTrackPublication, { identity }: RemoteParticipant): boolean =>
    identity === streamer && publication.kind === TrackKind.KIND_AUDIO;
  const onPublished = (publication: RemoteTrackPublication, from: RemoteParticipant): void => {
    if (isVoice(publication, from)) {
      publication.setSubscribed(true);
    }
  };
  const onSubscribed = (
    track: RemoteTrack,
    publication: RemoteTrackPublication,
    from: RemoteParticipant,
  ): void => {
    if (isVoice(publication, from)) {
      void current?.stop();
      current = { sid: publication.sid ?? '', stop: readAudio(track, onSamples) };
    }
  };
  const onUnsubscribed = (_track: RemoteTrack, { sid }: RemoteTrackPublication): void => {
    if (current !== null && current.sid === sid) {
      void current.stop();
      current = null;
    }
  };
  room
    .on(RoomEvent.TrackPublished, onPublished)
    .on(RoomEvent.TrackSubscribed, onSubscribed)
    .on(RoomEvent.TrackUnsubscribed, onUnsubscribed);
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
      .off(RoomEvent.TrackUnsubscribed, onUnsubscribed);
    await current?.stop();
    current = null;
  };
}

function readAudio(
  track: RemoteTrack,
  onSamples: (samples: Float32Array) => void,
): () => Promise<void> {
  const reader = new AudioStream(track, SAMPLE_RATE_HZ, 1).getReader();
  const read = async (): Promise<void> => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      onSamples(Float32Array.from(next.value.data, (sample) => sample / FULL_SCALE));
    }
  };
  const reading = read();
  return async () => {
    await reader.cancel();
    await reading;
  };
}
