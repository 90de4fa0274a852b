import {
  type AddTrackRequest,
  SimulcastCodecInfo,
  TrackInfo,
  TrackSource,
  TrackType,
} from '@livekit/protocol';
import type { UpTrack } from '../media/up-track.ts';
import { createSid } from '../ids/random-ids.ts';
import { toCodecName, findMime } from '../sdp/codecs.ts';
import type { CodecMime, TrackKind } from '../sdp/types.ts';

const maxNameLength = 256;
const maxLayers = 4;

/** A track a participant announced; media flows once its section is there. */
export interface PublishedTrack {
  readonly sid: string;
  /** The client's own id, by which its section is found. */
  readonly cid: string;
  readonly kind: TrackKind;
  readonly wantedMime: CodecMime;
  readonly info: TrackInfo;
  up: UpTrack | null;
}

/** Creates a track from its announcement; texts that are too long are truncated. */
export function createPublishedTrack(request: AddTrackRequest): PublishedTrack {
  const kind: TrackKind = request.type === TrackType.VIDEO ? 'video' : 'audio';
  const requested = findMime(kind, request.simulcastCodecs[0]?.codec ?? '');
  const wantedMime: CodecMime = requested ?? (kind === 'video' ? 'video/vp8' : 'audio/opus');
  const cid = toTrackCid(request.cid);
  const layers = request.layers.slice(0, maxLayers);
  const info = new TrackInfo({
    sid: createSid('TR'),
    type: request.type,
    name: request.name.slice(0, maxNameLength),
    muted: request.muted,
    width: request.width,
    height: request.height,
    source: request.source,
    layers,
    mimeType: toWireMime(kind, wantedMime),
    stream: request.stream.slice(0, maxNameLength),
    simulcast: layers.length > 1,
    disableDtx: request.disableDtx,
  });
  info.codecs = [new SimulcastCodecInfo({ mimeType: info.mimeType, cid, layers })];
  return { sid: info.sid, cid, kind, wantedMime, info, up: null };
}

/** Client's id of a track as the room stores it: truncated when too long. */
export function toTrackCid(cid: string): string {
  return cid.slice(0, maxNameLength);
}

/** Copies the negotiated values into the announcement for other participants. */
export function noteNegotiated(track: PublishedTrack, up: UpTrack): void {
  track.up = up;
  track.info.mid = up.mid;
  track.info.mimeType = toWireMime(up.kind, up.codec.mime);
  const [codec] = track.info.codecs;
  if (codec !== undefined) {
    codec.mimeType = track.info.mimeType;
    codec.mid = up.mid;
  }
}

/** Name of a source in the grants of a token, such as `camera`. */
export function sourceName(source: TrackSource): string {
  return (TrackSource[source] ?? '').toLowerCase();
}

function toWireMime(kind: TrackKind, mime: CodecMime): string {
  return mime === 'audio/opus' ? mime : `${kind}/${toCodecName(mime)}`;
}
