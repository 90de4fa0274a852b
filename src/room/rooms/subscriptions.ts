import { MediaSectionsRequirement, SessionDescription } from '@livekit/protocol';
import { DownTrack } from '../media/down-track.ts';
import type { TrackKind } from '../sdp/types.ts';
import { canCarry, type MediaSection } from '../transport/sections.ts';
import type { Participant } from './participant.ts';
import type { PublishedTrack } from './published-track.ts';

/** Subscribes a participant to a track of another. The client is notified by {@link renegotiate}. */
export function subscribe(to: Participant, from: Participant, track: PublishedTrack): boolean {
  if (track.up === null || !to.canSubscribe || to.subscribed.has(track.sid)) {
    return false;
  }
  const { path, forwarder } = to.connections.subscriber;
  const names = { msid: `${from.sid}|${track.sid} ${track.sid}`, cname: from.sid };
  const down = new DownTrack(track.up, names, path);
  to.subscribed.set(track.sid, down);
  forwarder.addDownTrack(down);
  track.up.downTracks.add(down);
  return true;
}

/** Unsubscribes a track. */
export function unsubscribe(to: Participant, trackSid: string): boolean {
  const down = to.subscribed.get(trackSid);
  if (down === undefined) {
    return false;
  }
  to.subscribed.delete(trackSid);
  down.upTrack.downTracks.delete(down);
  down.setSection(null);
  const { forwarder, sections } = to.connections.subscriber;
  forwarder.removeDownTrack(down);
  for (const section of sections.all) {
    if (section.down === down) {
      section.down = null;
    }
  }
  return true;
}

/**
 * Starts a round of offer and answer after a change of the subscriptions. With one connection the client has to
 * make the offer and is told how many sections are missing; with two the room makes it.
 */
export function renegotiate(participant: Participant): void {
  if (!participant.hasOneConnection) {
    sendOffer(participant);
    return;
  }
  participant.send({
    case: 'mediaSectionsRequirement',
    value: new MediaSectionsRequirement({
      numAudios: countLacking(participant, 'audio'),
      numVideos: countLacking(participant, 'video'),
    }),
  });
}

/**
 * Removes tracks from the sections that the client's offer has dropped, and assigns waiting tracks to the free
 * ones; returns true when some are left without a section.
 */
export function fillOfferedSections(participant: Participant): boolean {
  const { sections } = participant.connections.subscriber;
  detachRejected(participant);
  let isComplete = true;
  for (const down of waiting(participant)) {
    const section = sections.findFree(down.upTrack.kind, down.upTrack.codec.mime);
    if (section === undefined) {
      isComplete = false;
    } else {
      attach(down, section);
    }
  }
  return !isComplete;
}

/** Offers the subscriptions on the room's own connection to the client; one offer at a time. */
export function sendOffer(participant: Participant): void {
  const { offer } = participant;
  if (offer.isPending) {
    offer.isStale = true;
    return;
  }
  const { subscriber } = participant.connections;
  for (const down of waiting(participant)) {
    const { kind, codec } = down.upTrack;
    const section =
      subscriber.sections.findFree(kind, codec.mime) ?? subscriber.sections.addOwn(kind);
    if (section !== null) {
      attach(down, section);
    }
  }
  offer.isPending = true;
  offer.isStale = false;
  offer.id += 1;
  participant.send({
    case: 'offer',
    value: new SessionDescription({
      type: 'offer',
      sdp: subscriber.writeOffer(),
      id: offer.id,
      midToTrackId: mapMids(participant),
    }),
  });
}

/**
 * Accepts the answer to an offer of the room. Throws `invalid_input`. A track that the client rejects waits for
 * the next round: offered again immediately, it would be rejected endlessly by a client that lacks its codec.
 */
export function acceptAnswer(
  participant: Participant,
  { sdp, id }: Pick<SessionDescription, 'sdp' | 'id'>,
): void {
  const { subscriber } = participant.connections;
  const { offer } = participant;
  // A reconnected client may still answer an earlier offer. Older clients do not number their answers.
  const isOfOther = id !== 0 && id !== offer.id;
  if (participant.hasOneConnection || !offer.isPending || isOfOther) {
    return;
  }
  subscriber.receiveAnswer(sdp);
  offer.isPending = false;
  detachRejected(participant);
  refreshSections(participant);
  if (offer.isStale) {
    sendOffer(participant);
  }
}

/** Updates all tracks to the current state of their sections, beginning with a key frame. */
export function refreshSections(participant: Participant): void {
  for (const section of participant.connections.subscriber.sections.all) {
    if (section.down !== null) {
      attach(section.down, section);
      section.down.requestKeyFrame();
    }
  }
}

/** Which section of the client shows which track. */
export function mapMids(participant: Participant): Record<string, string> {
  const { sections } = participant.connections.subscriber;
  return Object.fromEntries(
    sections.all.flatMap(({ remote, down }) =>
      down === null ? [] : [[remote.mid, down.upTrack.sid]],
    ),
  );
}

/** Detaches tracks whose sections have ended, do not receive, or lack their codec, so that they wait again. */
function detachRejected(participant: Participant): void {
  for (const section of participant.connections.subscriber.sections.all) {
    const { down } = section;
    if (down !== null && !canCarry(section, down.upTrack.codec.mime)) {
      down.setSection(null);
      section.down = null;
    }
  }
}

function waiting(participant: Participant): DownTrack[] {
  return [...participant.subscribed.values()].filter((down) => down.section === null);
}

function countLacking(participant: Participant, kind: TrackKind): number {
  const wanted = waiting(participant).filter((down) => down.upTrack.kind === kind).length;
  return Math.max(0, wanted - participant.connections.subscriber.sections.countFree(kind));
}

function attach(down: DownTrack, section: MediaSection): void {
  const { mime } = down.upTrack.codec;
  const codec = section.remote.codecs.find((candidate) => candidate.mime === mime);
  section.down = down;
  down.setSection(codec === undefined ? null : { codec, extensions: section.remote.extensions });
}
