import type { Room } from 'livekit-client';

/** Delay and quality of the room connection, over the last interval. */
export interface TransportMetrics {
  /** Time from a camera frame to its sent packets, per frame; null when none was sent. */
  readonly sendMs: number | null;
  /** Round trip to the room. */
  readonly networkMs: number;
  /** Time from the arrival of a frame's packets to the frame, buffering included; null without frames. */
  readonly receiveMs: number | null;
  /** Frames sent to the engine, per second. */
  readonly sentFps: number;
  /** Reason why fewer or smaller frames are sent than requested. */
  readonly limitedBy: 'none' | 'cpu' | 'bandwidth' | 'other';
}

/** Sums over the whole session, as the browser counts them. */
interface Sums {
  atMs: number;
  encodeSec: number;
  sendSec: number;
  encoded: number;
  processSec: number;
  decoded: number;
  roundTripSec: number;
  limitedBy: unknown;
}

const before = new WeakMap<Room, Sums>();

/** Measures both directions; null at the first call, which has nothing to compare with. */
export async function measureTransport(room: Room): Promise<TransportMetrics | null> {
  const now = createSums();
  const publications = [...room.localParticipant.videoTrackPublications.values()];
  const own = await publications[0]?.videoTrack?.getRTCStatsReport();
  own?.forEach((entry: unknown) => addSent(now, entry));
  for (const participant of room.remoteParticipants.values()) {
    for (const publication of participant.videoTrackPublications.values()) {
      const report = await publication.videoTrack?.getRTCStatsReport();
      report?.forEach((entry: unknown) => addReceived(now, entry));
    }
  }
  const last = before.get(room);
  before.set(room, now);
  return last === undefined ? null : compare(last, now);
}

function compare(last: Sums, now: Sums): TransportMetrics {
  const perFrame = (sec: number, count: number): number | null =>
    count > 0 ? (sec * 1000) / count : null;
  const encoded = now.encoded - last.encoded;
  const decoded = now.decoded - last.decoded;
  const passedSec = Math.max(0.001, (now.atMs - last.atMs) / 1000);
  return {
    sendMs: perFrame(now.encodeSec - last.encodeSec + (now.sendSec - last.sendSec), encoded),
    networkMs: now.roundTripSec * 1000,
    receiveMs: perFrame(now.processSec - last.processSec, decoded),
    sentFps: encoded / passedSec,
    limitedBy:
      now.limitedBy === 'cpu' || now.limitedBy === 'bandwidth' || now.limitedBy === 'other'
        ? now.limitedBy
        : 'none',
  };
}

function createSums(): Sums {
  return {
    atMs: performance.now(),
    encodeSec: 0,
    sendSec: 0,
    encoded: 0,
    processSec: 0,
    decoded: 0,
    roundTripSec: 0,
    limitedBy: 'none',
  };
}

function addSent(sums: Sums, entry: unknown): void {
  if (read(entry, 'type') === 'outbound-rtp') {
    sums.encodeSec += readNumber(entry, 'totalEncodeTime');
    sums.encoded += readNumber(entry, 'framesEncoded');
    const packets = readNumber(entry, 'packetsSent');
    const perPacket = packets > 0 ? readNumber(entry, 'totalPacketSendDelay') / packets : 0;
    sums.sendSec += perPacket * readNumber(entry, 'framesEncoded');
    sums.limitedBy = read(entry, 'qualityLimitationReason');
  } else if (read(entry, 'type') === 'candidate-pair' && read(entry, 'nominated') === true) {
    sums.roundTripSec = Math.max(sums.roundTripSec, readNumber(entry, 'currentRoundTripTime'));
  }
}

function addReceived(sums: Sums, entry: unknown): void {
  if (read(entry, 'type') === 'inbound-rtp') {
    sums.processSec += readNumber(entry, 'totalProcessingDelay');
    sums.decoded += readNumber(entry, 'framesDecoded');
  }
}

function read(entry: unknown, name: string): unknown {
  return typeof entry === 'object' && entry !== null ? Reflect.get(entry, name) : undefined;
}

function readNumber(entry: unknown, name: string): number {
  const value = read(entry, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
