import {
  type RemoteParticipant,
  type RemoteTrack,
  type RemoteTrackPublication,
  type Room,
  RoomEvent,
  type TrackKind,
} from '@livekit/rtc-node';

/** Reads a track until it is stopped. */
export interface TrackReader {
  stop(): Promise<void>;
}

/** Callbacks for the tracks of a participant. */
export interface TrackWatcher {
  /** A track was published; it is subscribed to when this settles. */
  onPublished?(publication: RemoteTrackPublication): Promise<void>;
  /** A track is subscribed to; the previous one is being stopped. */
  open(track: RemoteTrack, publication: RemoteTrackPublication): TrackReader;
  /** The newest track was withdrawn. */
  onEnded?(): void;
}

/** The newest track of a kind that one participant sends. */
export interface WatchedTrack {
  /** Returns whether this is the track that is read. */
  isCurrent(publication: { readonly sid?: string | undefined }): boolean;
  /** Unsubscribes from the track that is read and subscribes to it again, which makes its receive stream anew. */
  renew(): void;
  /** Ends it. */
  stop(): Promise<void>;
}

/** Subscribes to the newest track of a kind of one participant, and to nothing else in the room. */
export function watchTrack(
  room: Room,
  { identity: streamer, kind }: { readonly identity: string; readonly kind: TrackKind },
  watcher: TrackWatcher,
): WatchedTrack {
  let current: {
    readonly publication: RemoteTrackPublication;
    readonly reader: TrackReader;
  } | null = null;
  let renewed: RemoteTrackPublication | null = null;
  let isStopped = false;
  const isWanted = (publication: RemoteTrackPublication, { identity }: RemoteParticipant) =>
    identity === streamer && publication.kind === kind;
  const onPublished = (publication: RemoteTrackPublication, from: RemoteParticipant): void => {
    if (isWanted(publication, from)) {
      void announce(publication);
    }
  };
  const announce = async (publication: RemoteTrackPublication): Promise<void> => {
    await watcher.onPublished?.(publication);
    if (!isStopped) {
      setSubscribed(publication, true);
    }
  };
  const onSubscribed = (
    track: RemoteTrack,
    publication: RemoteTrackPublication,
    from: RemoteParticipant,
  ): void => {
    if (isWanted(publication, from)) {
      void current?.reader.stop();
      if (current !== null && current.publication !== publication) {
        setSubscribed(current.publication, false);
      }
      current = { publication, reader: watcher.open(track, publication) };
    }
  };
  const isCurrent: WatchedTrack['isCurrent'] = ({ sid }) =>
    current !== null && current.publication.sid === sid;
  const onUnsubscribed = (_track: RemoteTrack, publication: RemoteTrackPublication): void => {
    if (isCurrent(publication)) {
      void current?.reader.stop();
      current = null;
      watcher.onEnded?.();
    }
    if (publication === renewed && !isStopped) {
      renewed = null;
      setSubscribed(publication, true);
    }
  };
  room
    .on(RoomEvent.TrackPublished, onPublished)
    .on(RoomEvent.TrackSubscribed, onSubscribed)
    .on(RoomEvent.TrackUnsubscribed, onUnsubscribed);
  // Participants who were there before are not announced.
  for (const participant of room.remoteParticipants.values()) {
    for (const publication of participant.trackPublications.values()) {
      onPublished(publication, participant);
    }
  }
  return {
    isCurrent,
    renew() {
      renewed = current?.publication ?? null;
      if (renewed !== null) {
        setSubscribed(renewed, false);
      }
    },
    async stop() {
      isStopped = true;
      room
        .off(RoomEvent.TrackPublished, onPublished)
        .off(RoomEvent.TrackSubscribed, onSubscribed)
        .off(RoomEvent.TrackUnsubscribed, onUnsubscribed);
      await current?.reader.stop();
      current = null;
    },
  };
}

function setSubscribed(publication: RemoteTrackPublication, isSubscribed: boolean): void {
  try {
    publication.setSubscribed(isSubscribed);
  } catch {
    // The track was withdrawn meanwhile, and its handle is gone.
  }
}

/** Reads a stream of LiveKit until it is stopped. */
export function readStream<Item>(
  stream: ReadableStream<Item>,
  onItem: (item: Item) => void,
): TrackReader {
  const reader = stream.getReader();
  const read = async (): Promise<void> => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      onItem(next.value);
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
