import { toCodecName } from './codecs.ts';
import {
  type Codec,
  extensionUri,
  type Fingerprint,
  type SectionKind,
  type Setup,
} from './types.ts';

/** Media that the room sends in a section. */
export interface SentMedia {
  /** Stream and track, such as `PA_x|TR_y TR_y`. */
  readonly msid: string;
  readonly cname: string;
  readonly ssrc: number;
  readonly rtxSsrc: number;
}

/** Section of the room's description. */
export interface LocalSection {
  readonly mid: string;
  readonly kind: SectionKind;
  readonly isRejected: boolean;
  /** The ones to use, the best first; empty for data. */
  readonly codecs: readonly Codec[];
  readonly extensions: ReadonlyMap<string, number>;
  /** Layers to receive; null when nothing is received. */
  readonly receivedRids: readonly string[] | null;
  readonly sent: SentMedia | null;
}

/** Room's side of a path. */
export interface LocalPath {
  readonly version: number;
  readonly iceUfrag: string;
  readonly icePassword: string;
  readonly candidate: string;
  readonly fingerprint: Fingerprint;
  readonly setup: Setup;
}

const sctpPort = 5000;
/** Initial bitrate; without it the sender's estimate needs seconds to reach the rate of a camera. */
const startKbps = 2000;

/** Writes an offer or an answer; one format serves both. */
export function writeDescription(path: LocalPath, sections: readonly LocalSection[]): string {
  const bundle = sections.filter((section) => !section.isRejected).map((section) => section.mid);
  const lines = [
    'v=0',
    `o=- 4611731400430051336 ${path.version} IN IP4 127.0.0.1`,
    's=-',
    't=0 0',
    'a=ice-lite',
    `a=group:BUNDLE ${bundle.join(' ')}`,
    'a=extmap-allow-mixed',
    'a=msid-semantic: WMS *',
    ...sections.flatMap((section) => writeSection(path, section)),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

function writeSection(path: LocalPath, section: LocalSection): string[] {
  const payloads = section.codecs.flatMap(listPayloads);
  if (section.isRejected) {
    return [
      section.kind === 'application'
        ? 'm=application 0 UDP/DTLS/SCTP webrtc-datachannel'
        : `m=${section.kind} 0 UDP/TLS/RTP/SAVPF ${payloads[0] ?? 0}`,
      'c=IN IP4 0.0.0.0',
      `a=mid:${section.mid}`,
      'a=inactive',
    ];
  }
  const head = [
    'c=IN IP4 0.0.0.0',
    `a=ice-ufrag:${path.iceUfrag}`,
    `a=ice-pwd:${path.icePassword}`,
    `a=fingerprint:${path.fingerprint.algorithm} ${path.fingerprint.value}`,
    `a=setup:${path.setup}`,
    `a=mid:${section.mid}`,
    `a=${path.candidate}`,
    'a=end-of-candidates',
  ];
  if (section.kind === 'application') {
    return [
      'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
      ...head,
      `a=sctp-port:${sctpPort}`,
      'a=max-message-size:262144',
    ];
  }
  return [
    // Port 9 also where nothing flows: with port 0 the client would end the transceiver for good.
    `m=${section.kind} 9 UDP/TLS/RTP/SAVPF ${payloads.join(' ')}`,
    ...head,
    `a=${toDirection(section)}`,
    'a=rtcp-mux',
    'a=rtcp-rsize',
    ...section.codecs.flatMap((codec) => writeCodec(codec, section)),
    ...[...section.extensions].map(([uri, id]) => `a=extmap:${id} ${uri}`),
    ...writeLayers(section),
    ...writeSources(section),
  ];
}

function toDirection(section: LocalSection): string {
  if (section.sent !== null) {
    return 'sendonly';
  }
  return section.receivedRids === null ? 'inactive' : 'recvonly';
}

function listPayloads(codec: Codec): number[] {
  return codec.rtxPayloadType === null
    ? [codec.payloadType]
    : [codec.payloadType, codec.rtxPayloadType];
}

function writeCodec(codec: Codec, section: LocalSection): string[] {
  const id = codec.payloadType;
  const isVideo = section.kind === 'video';
  const isReceiving = section.receivedRids !== null;
  const hint = isReceiving && isVideo ? `x-google-start-bitrate=${startKbps}` : '';
  const parameters = [codec.parameters, hint].filter((part) => part !== '').join(';');
  const channels = codec.channels === null ? '' : `/${codec.channels}`;
  const hasCongestion = section.extensions.has(extensionUri.transportSequence);
  return [
    `a=rtpmap:${id} ${toCodecName(codec.mime)}/${codec.clockRate}${channels}`,
    ...(parameters === '' ? [] : [`a=fmtp:${id} ${parameters}`]),
    ...(isReceiving && hasCongestion ? [`a=rtcp-fb:${id} transport-cc`] : []),
    ...(isReceiving && isVideo && !hasCongestion ? [`a=rtcp-fb:${id} goog-remb`] : []),
    ...(isVideo
      ? [`a=rtcp-fb:${id} ccm fir`, `a=rtcp-fb:${id} nack`, `a=rtcp-fb:${id} nack pli`]
      : []),
    ...(codec.rtxPayloadType === null
      ? []
      : [
          `a=rtpmap:${codec.rtxPayloadType} rtx/${codec.clockRate}`,
          `a=fmtp:${codec.rtxPayloadType} apt=${id}`,
        ]),
  ];
}

function writeLayers({ receivedRids }: LocalSection): string[] {
  return receivedRids === null || receivedRids.length === 0
    ? []
    : [
        ...receivedRids.map((rid) => `a=rid:${rid} recv`),
        `a=simulcast:recv ${receivedRids.join(';')}`,
      ];
}

function writeSources({ sent, codecs }: LocalSection): string[] {
  if (sent === null) {
    return [];
  }
  const hasRtx = (codecs[0]?.rtxPayloadType ?? null) !== null;
  const ids = hasRtx ? [sent.ssrc, sent.rtxSsrc] : [sent.ssrc];
  return [
    `a=msid:${sent.msid}`,
    ...(hasRtx ? [`a=ssrc-group:FID ${sent.ssrc} ${sent.rtxSsrc}`] : []),
    ...ids.flatMap((id) => [`a=ssrc:${id} cname:${sent.cname}`, `a=ssrc:${id} msid:${sent.msid}`]),
  ];
}
