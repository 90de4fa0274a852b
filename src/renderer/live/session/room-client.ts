import type { Room, Track, TrackPublication } from 'livekit-client';
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { LiveRoom } from '../../../contract/ipc/live.ts';
import { chooseCodec, roomOptions, type SendOptions, toPublishOptions } from './send-options.ts';
import { measureTransport, type TransportMetrics } from './transport-metrics.ts';

/**
 * Participant of a room who provides the video: the first one who publishes any. No other participant is ever
 * shown.
 */
export interface Publisher {
  identity: string | null;
}

/** Returns whether a participant publishes the output; the first identity asked about becomes the publisher. */
export function isPublisher(publisher: Publisher, identity: string): boolean {
  publisher.identity ??= identity;
  return publisher.identity === identity;
}

/** Events of a room. */
export interface RoomEvents {
  /** Video of the engine, or null when it is gone. */
  readonly onTrack: (track: MediaStreamTrack | null) => void;
  /** False while the room connection is re-established. */
  readonly onConnected: (isConnected: boolean) => void;
  /** Called when the connection will not recover by itself. Not called for a failed join, nor after `close`. */
  readonly onDisconnected: () => void;
}

/** Page's connection to a media room. */
export interface RoomClient {
  /** Sends another camera from now on, without a break. */
  readonly replaceCamera: (camera: MediaStreamTrack) => Promise<void>;
  /** Sends what lips follow from now on; null for nothing. The caller keeps owning it. */
  readonly setVoice: (voice: MediaStreamTrack | null) => Promise<void>;
  readonly measureTransport: () => Promise<TransportMetrics | null>;
  readonly close: () => Promise<void>;
}

/** Options of joining a room. */
export interface JoinOptions {
  readonly send: SendOptions;
  /** The same object for every rejoin of a room. */
  readonly publisher: Publisher;
  readonly events: RoomEvents;
}

const CONNECT_MS = 15_000;

/**
 * Joins a room, publishes the camera and subscribes to the engine's video. The caller keeps owning the camera.
 * Throws `service_unreachable` when the room cannot be joined.
 */
export async function joinRoom(
  { url, token }: LiveRoom,
  camera: MediaStreamTrack,
  { send, publisher, events }: JoinOptions,
): Promise<RoomClient> {
  const { ConnectionState, Room, RoomEvent, Track } = await import('livekit-client');
  const room = new Room({
    ...roomOptions,
    stopLocalTrackOnUnpublish: false,
    disconnectOnPageLeave: true,
  });
  /** A failed join is reported by its rejection alone, although the room ends with events too. */
  let isJoined = false;
  let shown: string | null = null;
  // Before connecting: events during the join are not repeated.
  room.on(RoomEvent.TrackSubscribed, (track, publication, { identity }) => {
    if (track.kind === Track.Kind.Video && isPublisher(publisher, identity)) {
      shown = publication.trackSid;
      events.onTrack(track.mediaStreamTrack);
    }
  });
  const lost = (_track: unknown, publication: TrackPublication): void => {
    if (publication.trackSid === shown) {
      shown = null;
      events.onTrack(null);
    }
  };
  room.on(RoomEvent.TrackUnsubscribed, lost);
  room.on(RoomEvent.ConnectionStateChanged, (state) => {
    if (isJoined && state !== ConnectionState.Disconnected) {
      events.onConnected(state === ConnectionState.Connected);
    }
  });
  room.on(RoomEvent.Disconnected, () => {
    if (isJoined) {
      events.onTrack(null);
      events.onDisconnected();
    }
  });
  try {
    await room.connect(url, token, { autoSubscribe: true, peerConnectionTimeout: CONNECT_MS });
    const publication = await room.localParticipant.publishTrack(camera, {
      name: 'camera',
      source: Track.Source.Camera,
      ...toPublishOptions(
        send,
        chooseCodec(RTCRtpSender.getCapabilities('video'), RTCRtpReceiver.getCapabilities('video')),
      ),
    });
    if (room.state === ConnectionState.Disconnected) {
      throw new Error('The room ended while it was joined.');
    }
    isJoined = true;
    return {
      setVoice: createVoiceSender(room, Track.Source.Microphone),
      replaceCamera: async (next) => {
        const { videoTrack } = publication;
        await videoTrack?.replaceTrack(next, { userProvidedTrack: true });
        // The client mutes a camera that ended, and its successor would send black.
        await videoTrack?.unmute();
      },
      measureTransport: () => measureTransport(room),
      close: () => {
        isJoined = false;
        return leave(room);
      },
    };
  } catch (cause) {
    await leave(room);
    throw new AppError('service_unreachable', 'The media room could not be joined.', {
      cause,
      details: faultDetails('room_unreachable'),
    });
  }
}

/** Sends one audio track at a time, or none. */
function createVoiceSender(room: Room, source: Track.Source): RoomClient['setVoice'] {
  let sent: MediaStreamTrack | null = null;
  return async (next) => {
    const before = sent;
    sent = next;
    if (before !== null && before !== next) {
      await room.localParticipant.unpublishTrack(before, false);
    }
    if (next !== null && before !== next) {
      // Lips close in the silence that is left out otherwise.
      await room.localParticipant.publishTrack(next, {
        name: 'voice',
        source,
        dtx: false,
        red: false,
      });
    }
  };
}

async function leave(room: Room): Promise<void> {
  await room.disconnect(false);
}
