import {
  type AddTrackRequest,
  RequestResponse,
  RequestResponse_Reason,
  TrackPublishedResponse,
  TrackUnpublishedResponse,
} from '@livekit/protocol';
import type { RoomLimits } from '../limits.ts';
import { UpTrack } from '../media/up-track.ts';
import type { Codec } from '../sdp/types.ts';
import { isSending, type MediaSection } from '../transport/sections.ts';
import type { Participant } from './participant.ts';
import {
  createPublishedTrack,
  noteNegotiated,
  type PublishedTrack,
  sourceName,
  toTrackCid,
} from './published-track.ts';

/** Changes of the published tracks by a description or an announcement. */
export interface PublishingChanges {
  readonly added: readonly PublishedTrack[];
  readonly removed: readonly PublishedTrack[];
  /** Tracks that keep their ids but have another codec: existing subscriptions to them are void. */
  readonly changed: readonly PublishedTrack[];
}

/** Handles the announcement of a track, or returns the reason of its refusal. */
export function announceTrack(
  participant: Participant,
  request: AddTrackRequest,
  limits: RoomLimits,
): void {
  const sources = participant.claims.video.canPublishSources ?? [];
  const isAllowed =
    participant.canPublish &&
    (sources.length === 0 || sources.includes(sourceName(request.source)));
  const known = participant.published.get(toTrackCid(request.cid));
  const isOver =
    known === undefined && participant.published.size >= limits.maxTracksPerParticipant;
  if (!isAllowed || isOver) {
    participant.send({
      case: 'requestResponse',
      value: new RequestResponse({
        reason: isAllowed
          ? RequestResponse_Reason.LIMIT_EXCEEDED
          : RequestResponse_Reason.NOT_ALLOWED,
        message: isAllowed
          ? `a participant has at most ${limits.maxTracksPerParticipant} tracks`
          : 'the token does not allow to publish this',
        request: { case: 'addTrack', value: request },
      }),
    });
    return;
  }
  const track = known ?? createPublishedTrack(request);
  participant.published.set(track.cid, track);
  participant.send({
    case: 'trackPublished',
    value: new TrackPublishedResponse({ cid: track.cid, track: track.info }),
  });
}

/** Matches announced tracks with the sections of the publisher, in whichever order they arrived. */
export function bindTracks(participant: Participant): PublishingChanges {
  const added: PublishedTrack[] = [];
  const removed: PublishedTrack[] = [];
  const changed: PublishedTrack[] = [];
  for (const section of participant.connections.publisher.sections.all) {
    if (section.up !== null && !isSending(section)) {
      const track = participant.findTrack(section.up.sid);
      if (track !== undefined) {
        removed.push(track);
      }
      section.up = null;
    } else if (section.up === null && isSending(section)) {
      const track = findAnnounced(participant, section);
      if (track !== undefined && bind(participant, section, track)) {
        added.push(track);
      }
    } else if (section.up !== null && !hasCodec(section.remote, section.up.codec)) {
      const track = participant.findTrack(section.up.sid);
      participant.connections.publisher.forwarder.removeUpTrack(section.up);
      section.up = null;
      if (track !== undefined) {
        (bind(participant, section, track) ? changed : removed).push(track);
      }
    }
  }
  return { added, removed, changed };
}

/** Removes a track and notifies its publisher. */
export function removeTrack(participant: Participant, track: PublishedTrack): void {
  participant.published.delete(track.cid);
  if (track.up !== null) {
    participant.connections.publisher.forwarder.removeUpTrack(track.up);
  }
  participant.send({
    case: 'trackUnpublished',
    value: new TrackUnpublishedResponse({ trackSid: track.sid }),
  });
}

/**
 * Returns whether a description still has the codec that was agreed on. A client that offers before it has applied its
 * preference leaves the codec out of the next offer, and sends the preferred one from then on.
 */
function hasCodec({ codecs }: MediaSection['remote'], { mime, payloadType }: Codec): boolean {
  return codecs.some((codec) => codec.mime === mime && codec.payloadType === payloadType);
}

/** Binds a section to its track. False when the client may not send it, or offers no codec of the room. */
function bind(participant: Participant, section: MediaSection, track: PublishedTrack): boolean {
  const { remote } = section;
  const { publisher } = participant.connections;
  if (!participant.canPublish) {
    return false;
  }
  const codec =
    remote.codecs.find((candidate) => candidate.mime === track.wantedMime) ?? remote.codecs[0];
  if (codec === undefined) {
    return false;
  }
  const up = new UpTrack(
    {
      sid: track.sid,
      kind: track.kind,
      codec,
      mid: remote.mid,
      rids: remote.rids,
      extensions: remote.extensions,
    },
    (stream) => publisher.forwarder.requestKeyFrame(stream),
  );
  section.up = up;
  noteNegotiated(track, up);
  const [media = null, rtx = null] = remote.rtxPair ?? [remote.ssrcs[0] ?? null, null];
  publisher.forwarder.addUpTrack(up, { ssrc: media, rtx });
  return true;
}

/** Finds a track by the client's id; when the section has none, by kind. */
function findAnnounced(
  participant: Participant,
  { remote }: MediaSection,
): PublishedTrack | undefined {
  const open = [...participant.published.values()].filter(
    (track) => track.up === null && track.kind === remote.kind,
  );
  return remote.trackId === null ? open[0] : open.find((track) => track.cid === remote.trackId);
}
