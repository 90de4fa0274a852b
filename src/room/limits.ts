/** Limits of one room server. Anything above a limit is refused or dropped, never queued without bound. */
export interface RoomLimits {
  readonly maxRooms: number;
  readonly maxParticipantsPerRoom: number;
  /** Published tracks of one participant. */
  readonly maxTracksPerParticipant: number;
  /** Maximum size of one frame on the signalling socket; a larger one closes it with 1009. */
  readonly maxSignalBytes: number;
  /** Signalling messages a participant may send in a second, and twice as many at once. */
  readonly maxSignalsPerSecond: number;
  /** Signalling bytes a participant may send in a second, and a burst of two frames of the largest size. */
  readonly maxSignalBytesPerSecond: number;
  /** Waiting bytes of one signalling socket, after which it is cut. */
  readonly maxSocketBacklogBytes: number;
  /** Sockets open at the same time, also those that are not yet admitted. */
  readonly maxConnections: number;
  /** Connections of one client address. */
  readonly maxConnectionsPerAddress: number;
  /** Maximum size of a data channel message; a larger one is dropped. */
  readonly maxMessageBytes: number;
  /** Waiting bytes of one data channel, after which messages to it are dropped. */
  readonly maxChannelBacklogBytes: number;
  /** Time from the join to the first media path; then the participant is asked to leave. */
  readonly joinTimeoutMs: number;
  /** Time for which a participant without a signalling socket is kept for a resume. */
  readonly resumeWindowMs: number;
  /** Silence on the media path after which it counts as lost. */
  readonly consentTimeoutMs: number;
}

/** Enough for a live session of a few participants on one machine. */
export const defaultRoomLimits: RoomLimits = {
  maxRooms: 32,
  maxParticipantsPerRoom: 8,
  maxTracksPerParticipant: 8,
  maxSignalBytes: 512 * 1024,
  maxSignalsPerSecond: 100,
  maxSignalBytesPerSecond: 1024 * 1024,
  maxSocketBacklogBytes: 4 * 1024 * 1024,
  maxConnections: 256,
  maxConnectionsPerAddress: 64,
  maxMessageBytes: 64 * 1024,
  maxChannelBacklogBytes: 2 * 1024 * 1024,
  joinTimeoutMs: 20_000,
  resumeWindowMs: 20_000,
  consentTimeoutMs: 30_000,
};
