/** Rights of a participant. */
export interface ParticipantRights {
  readonly canPublish: boolean;
  readonly canSubscribe: boolean;
  /** Not listed to other participants. */
  readonly isHidden?: boolean | undefined;
}

/** One room for one session. Its creator closes it. */
export interface MediaRoom {
  readonly name: string;
  /** URL for clients, such as `ws://127.0.0.1:40123`. */
  readonly url: string;
  /**
   * A token for one participant. A client that reconnects shows the same token, so `ttlSec` covers the
   * whole session.
   */
  createToken(identity: string, rights: ParticipantRights, ttlSec: number): string;
  /** Identities of those who are in. */
  participants(): Promise<string[]>;
  /** Removes a participant. Returns false when no participant has that identity. */
  remove(identity: string): Promise<boolean>;
  /** Sends everyone away; the name is free again. */
  close(): Promise<void>;
}

/** Provider of rooms: this process, or a LiveKit server. */
export interface MediaRooms {
  readonly kind: 'embedded' | 'livekit';
  readonly url: string;
  create(name: string): Promise<MediaRoom>;
  close(): Promise<void>;
}
