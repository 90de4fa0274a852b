/** Events of the rooms of a server. */
export type RoomEvent =
  | {
      /** `joined`: admitted; `active`: media can flow; `left`: gone, also after a lost connection. */
      readonly type: 'participant_joined' | 'participant_active' | 'participant_left';
      readonly room: string;
      readonly identity: string;
    }
  | {
      readonly type: 'track_published' | 'track_unpublished';
      readonly room: string;
      readonly identity: string;
      readonly trackSid: string;
    }
  | {
      /** A connection that was refused: status and reason, never the token. */
      readonly type: 'refused';
      readonly status: number;
      readonly reason: string;
    }
  | {
      /** A bug that ended one session; to be logged. */
      readonly type: 'fault';
      readonly error: unknown;
    };

/** Hears events; it must not throw. */
export type RoomListener = (event: RoomEvent) => void;
