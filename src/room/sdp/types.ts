/** Kinds of media sections. */
export type SectionKind = 'audio' | 'video' | 'application';

/** Kinds of tracks. */
export type TrackKind = 'audio' | 'video';

/** Forwarded codecs, as lower case media types. */
export type CodecMime = 'audio/opus' | 'video/vp8' | 'video/h264';

/** Direction of a section as its writer means it. */
export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** A payload type of a section. */
export interface Codec {
  readonly payloadType: number;
  readonly mime: CodecMime;
  readonly clockRate: number;
  readonly channels: number | null;
  /** Value of the `fmtp` line without libwebrtc's hints; empty when absent. */
  readonly parameters: string;
  /** Payload type of its retransmissions. */
  readonly rtxPayloadType: number | null;
}

/** A media section of the peer's description. All values are bounded and contain only safe characters. */
export interface RemoteSection {
  readonly mid: string;
  readonly kind: SectionKind;
  /** The peer gave port 0: the section has ended. */
  readonly isRejected: boolean;
  readonly direction: Direction;
  /** Id of the peer's track, the second part of its `msid`. */
  readonly trackId: string | null;
  readonly ssrcs: readonly number[];
  /** Media and retransmission sources that belong together. */
  readonly rtxPair: readonly [number, number] | null;
  /** Restriction ids of the layers the peer sends. */
  readonly rids: readonly string[];
  /** Supported ones only, in the order of the peer. */
  readonly codecs: readonly Codec[];
  /** Known ids by URI. */
  readonly extensions: ReadonlyMap<string, number>;
}

/** A certificate's digest as SDP gives it. */
export interface Fingerprint {
  readonly algorithm: string;
  readonly value: string;
}

/** DTLS role: the side that starts the handshake. */
export type Setup = 'actpass' | 'active' | 'passive';

/** Parsed description of the peer. */
export interface RemoteDescription {
  readonly sections: readonly RemoteSection[];
  readonly iceUfrag: string;
  readonly fingerprint: Fingerprint;
  readonly setup: Setup;
}

/** URIs of the supported header extensions. */
export const extensionUri = {
  mid: 'urn:ietf:params:rtp-hdrext:sdes:mid',
  rid: 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  repairedRid: 'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id',
  transportSequence: 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
  orientation: 'urn:3gpp:video-orientation',
  playoutDelay: 'http://www.webrtc.org/experiments/rtp-hdrext/playout-delay',
  captureTime: 'http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time',
  audioLevel: 'urn:ietf:params:rtp-hdrext:ssrc-audio-level',
} as const;
