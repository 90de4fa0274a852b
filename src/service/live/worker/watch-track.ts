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
  selector: TrackSelector,
  watcher: TrackWatcher,
): WatchedTrack {
  return new NewestTrack(room, selector, watcher);
}

/** Selects tracks. */
export interface TrackSelector {
  /** Participant who sends them. */
  readonly identity: string;
  readonly kind: TrackKind;
}

class NewestTrack implements WatchedTrack {
  readonly #room: Room;
  readonly #selector: TrackSelector;
  readonly #watcher: TrackWatcher;
  #current: { readonly publication: RemoteTrackPublication; readonly reader: TrackReader } | null =
    null;
  /** Publication that is subscribed to again once it is unsubscribed from. */
  #renewed: RemoteTrackPublication | null = null;
  #isStopped = false;

  constructor(room: Room, selector: TrackSelector, watcher: TrackWatcher) {
    this.#room = room;
    this.#selector = selector;
    this.#watcher = watcher;
    room
      .on(RoomEvent.TrackPublished, this.#onPublished)
      .on(RoomEvent.TrackSubscribed, this.#onSubscribed)
      .on(RoomEvent.TrackUnsubscribed, this.#onUnsubscribed);
    // Participants who were there before are not announced.
    for (const participant of room.remoteParticipants.values()) {
      for (const publication of participant.trackPublications.values()) {
        this.#onPublished(publication, participant);
      }
    }
  }

  isCurrent({ sid }: { readonly sid?: string | undefined }): boolean {
    return this.#current !== null && this.#current.publication.sid === sid;
  }

  renew(): void {
    this.#renewed = this.#current?.publication ?? null;
    if (this.#renewed !== null) {
      setSubscribed(this.#renewed, false);
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#room
      .off(RoomEvent.TrackPublished, this.#onPublished)
      .off(RoomEvent.TrackSubscribed, this.#onSubscribed)
      .off(RoomEvent.TrackUnsubscribed, this.#onUnsubscribed);
    await this.#current?.reader.stop();
    this.#current = null;
  }

  #isWanted({ kind }: RemoteTrackPublication, { identity }: RemoteParticipant): boolean {
    return identity === this.#selector.identity && kind === this.#selector.kind;
  }

  readonly #onPublished = (publication: RemoteTrackPublication, from: RemoteParticipant): void => {
    if (this.#isWanted(publication, from)) {
      void this.#announce(publication);
    }
  };

  async #announce(publication: RemoteTrackPublication): Promise<void> {
    await this.#watcher.onPublished?.(publication);
    if (!this.#isStopped) {
      setSubscribed(publication, true);
    }
  }

  readonly #onSubscribed = (
    track: RemoteTrack,
    publication: RemoteTrackPublication,
    from: RemoteParticipant,
  ): void => {
    if (!this.#isWanted(publication, from)) {
      return;
    }
    const before = this.#current;
    void before?.reader.stop();
    if (publication !== this.#renewed) {
      // A newer track takes the place of the one that was to be renewed.
      this.#renewed = null;
    }
    if (before !== null && before.publication !== publication) {
      setSubscribed(before.publication, false);
    }
    this.#current = { publication, reader: this.#watcher.open(track, publication) };
  };

  readonly #onUnsubscribed = (_track: RemoteTrack, publication: RemoteTrackPublication): void => {
    if (this.isCurrent(publication)) {
      void this.#current?.reader.stop();
      this.#current = null;
      this.#watcher.onEnded?.();
    }
    if (publication === this.#renewed && !this.#isStopped) {
      this.#renewed = null;
      setSubscribed(publication, true);
    }
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
