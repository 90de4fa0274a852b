import {
  Pong,
  RequestResponse,
  RequestResponse_Reason,
  type SignalRequest,
  type UpdateParticipantMetadata,
  type UpdateSubscription,
  type UpdateTrackSettings,
  type VideoLayer,
  VideoQuality,
} from '@livekit/protocol';
import type { Participant } from '../rooms/participant.ts';
import type { Room } from '../rooms/room.ts';
import { acceptAnswer } from '../rooms/subscriptions.ts';

const maxTracksPerRequest = 64;
const maxMetadataLength = 8 * 1024;
const maxAttributes = 64;

/** Carries out a client's request. Throws `invalid_input` for unacceptable descriptions. */
export function handleRequest(room: Room, participant: Participant, request: SignalRequest): void {
  const { message } = request;
  switch (message.case) {
    case 'offer':
      room.receiveOffer(participant, message.value);
      break;
    case 'answer':
      acceptAnswer(participant, message.value);
      break;
    case 'addTrack':
      room.receiveAnnouncement(participant, message.value);
      break;
    case 'mute':
      mute(room, participant, message.value);
      break;
    case 'subscription':
      changeSubscriptions(room, participant, message.value);
      break;
    case 'trackSetting':
      changeSettings(room, participant, message.value);
      break;
    case 'updateMetadata':
      updateMetadata(room, participant, message.value);
      break;
    case 'ping':
      participant.send({ case: 'pong', value: BigInt(Date.now()) });
      break;
    case 'pingReq':
      participant.send({
        case: 'pongResp',
        value: new Pong({
          lastPingTimestamp: message.value.timestamp,
          timestamp: BigInt(Date.now()),
        }),
      });
      break;
    case 'leave':
      room.leave(participant);
      break;
    // Candidates: the lite side of ICE learns them from the checks.
    case 'trickle':
    // Hints and reports that the room ignores.
    case 'syncState':
    case 'simulate':
    case 'updateLayers':
    case 'updateAudioTrack':
    case 'updateVideoTrack':
    case 'subscriptionPermission':
    // Data tracks and stored blobs, which the room does not support.
    case 'publishDataTrackRequest':
    case 'unpublishDataTrackRequest':
    case 'updateDataSubscription':
    case 'storeDataBlobRequest':
    case 'getDataBlobRequest':
    case undefined:
      break;
  }
}

function mute(
  room: Room,
  participant: Participant,
  { sid, muted }: { readonly sid: string; readonly muted: boolean },
): void {
  const track = participant.findTrack(sid);
  if (track !== undefined && track.info.muted !== muted) {
    track.info.muted = muted;
    room.announce(participant);
  }
}

function changeSubscriptions(
  room: Room,
  participant: Participant,
  request: UpdateSubscription,
): void {
  const nested = request.participantTracks.flatMap(({ trackSids }) => trackSids);
  const trackSids = [...request.trackSids, ...nested].slice(0, maxTracksPerRequest);
  room.changeSubscriptions(participant, trackSids, request.subscribe);
}

function changeSettings(room: Room, participant: Participant, settings: UpdateTrackSettings): void {
  for (const sid of settings.trackSids.slice(0, maxTracksPerRequest)) {
    const down = participant.subscribed.get(sid);
    const owner = room.visibleTo(participant).find((other) => other.findTrack(sid) !== undefined);
    down?.setMaxRank(toRank(settings, owner?.findTrack(sid)?.info.layers ?? []));
    down?.setPaused(settings.disabled);
  }
}

/** Layer that a subscriber wants: by its size if given, which then overrides the quality. */
function toRank(settings: UpdateTrackSettings, layers: readonly VideoLayer[]): number {
  const { width, height, quality } = settings;
  if (width === 0 && height === 0) {
    return quality === VideoQuality.OFF ? VideoQuality.LOW : quality;
  }
  const enough = layers.filter((layer) => layer.width >= width && layer.height >= height);
  return Math.min(VideoQuality.HIGH, ...enough.map((layer) => layer.quality));
}

function updateMetadata(
  room: Room,
  participant: Participant,
  request: UpdateParticipantMetadata,
): void {
  const texts = Object.entries(request.attributes);
  const length = [request.name, request.metadata, ...texts.flat()].join('').length;
  const isAllowed = participant.claims.video.canUpdateOwnMetadata === true;
  const isSmall = length <= maxMetadataLength && texts.length <= maxAttributes;
  if (isAllowed && isSmall) {
    participant.name = request.name || participant.name;
    participant.metadata = request.metadata || participant.metadata;
    const merged = { ...participant.attributes, ...request.attributes };
    const nonEmpty = Object.entries(merged).filter(([, value]) => value !== '');
    participant.attributes = Object.fromEntries(nonEmpty.slice(0, maxAttributes));
    room.announce(participant);
  }
  const refusal = isAllowed
    ? RequestResponse_Reason.LIMIT_EXCEEDED
    : RequestResponse_Reason.NOT_ALLOWED;
  participant.send({
    case: 'requestResponse',
    value: new RequestResponse({
      requestId: request.requestId,
      reason: isAllowed && isSmall ? RequestResponse_Reason.OK : refusal,
    }),
  });
}
