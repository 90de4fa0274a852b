/** What one room server takes at most. What is over a limit is refused or dropped, never queued without end. */
export interface RoomLimits {
  readonly maxRooms: number;
  readonly maxParticipantsPerRoom: number;
  /** Published tracks of one participant. */
  readonly maxTracksPerParticipant: number;
  /** One frame on the signalling socket; a larger one closes it with 1009. */
  readonly maxSignalBytes: number;
  /** Signalling messages a participant may send in a second, and twice as many at once. */
  readonly maxSignalsPerSecond: number;
  /** Bytes of them a participant may send in a second, and two frames of the largest size at once. */
  readonly maxSignalBytesPerSecond: number;
  /** Waiting bytes of one signalling socket, after which it is cut. */
  readonly maxSocketBacklogBytes: number;
  /** Sockets open at the same time, also those that are not yet admitted. */
  readonly maxConnections: number;
  /** Those of one address. */
  readonly maxConnectionsPerAddress: number;
  /** One message on a data channel; a larger one is dropped. */
  readonly maxMessageBytes: number;
  /** Waiting bytes of one data channel, after which messages to it are dropped. */
  readonly maxChannelBacklogBytes: number;
  /** Time from the join to the first media path; then the participant is told to leave. */
  readonly joinTimeoutMs: number;
  /** How long a participant without a signalling socket is kept for a resume. */
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
