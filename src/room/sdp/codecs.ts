import type { SdpBlock } from './blocks.ts';
import type { Codec, CodecMime, TrackKind } from './types.ts';

const maxCodecs = 64;
const parametersPattern = /^[\w=;.+/ -]{0,256}$/;
const mimes: ReadonlyMap<string, CodecMime> = new Map(
  (['audio/opus', 'video/vp8', 'video/h264'] as const).map((mime) => [mime, mime]),
);
/** Name, clock and channels of an `rtpmap`, such as `opus/48000/2`. */
const mapPattern = /^([\w.-]{1,32})\/(\d{1,6})(?:\/([12]))?$/;
/** No leading zeros, so that a number has one spelling. */
const payloadPattern = /^(?:0|[1-9]\d{0,2})$/;
/** RFC 7587, 7741 and 6184 allow no other. */
const clockRates: Readonly<Record<CodecMime, number>> = {
  'audio/opus': 48_000,
  'video/vp8': 90_000,
  'video/h264': 90_000,
};
const names: Readonly<Record<CodecMime, string>> = {
  'audio/opus': 'opus',
  'video/vp8': 'VP8',
  'video/h264': 'H264',
};

/** Codecs in an offer of the room. */
export const offeredCodecs: readonly Codec[] = [
  {
    payloadType: 111,
    mime: 'audio/opus',
    clockRate: 48_000,
    channels: 2,
    parameters: 'minptime=10;useinbandfec=1',
    rtxPayloadType: null,
  },
  {
    payloadType: 96,
    mime: 'video/vp8',
    clockRate: 90_000,
    channels: null,
    parameters: '',
    rtxPayloadType: 97,
  },
  {
    payloadType: 102,
    mime: 'video/h264',
    clockRate: 90_000,
    channels: null,
    parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
    rtxPayloadType: 103,
  },
];

/** Name of a codec in SDP, which is also how clients write it behind `video/`. */
export function toCodecName(mime: CodecMime): string {
  return names[mime];
}

/** Codec by a client's name for it, such as `vp8` or `video/H264`; undefined when it is not forwarded. */
export function findMime(kind: TrackKind, name: string): CodecMime | undefined {
  const lower = name.toLowerCase();
  return mimes.get(lower.includes('/') ? lower : `${kind}/${lower}`);
}

/** The supported codecs of a section in the order of its `m=` line, each payload type once. */
export function readCodecs(block: SdpBlock, kind: TrackKind, payloads: readonly string[]): Codec[] {
  const maps = new Map(block.values('rtpmap').slice(0, maxCodecs).map(splitPayload));
  const parameters = new Map(block.values('fmtp').slice(0, maxCodecs).map(splitPayload));
  const rtxOf = new Map<string, number>();
  for (const [payload, map] of maps) {
    const media = /(?:^|;)\s*apt=(\d{1,3})/.exec(parameters.get(payload) ?? '')?.[1];
    if (media !== undefined && map.toLowerCase().startsWith('rtx/') && isPayloadType(payload)) {
      rtxOf.set(media, Number(payload));
    }
  }
  return [...new Set(payloads)].filter(isPayloadType).flatMap((payload) => {
    const [, name = '', clock, channels] = mapPattern.exec(maps.get(payload) ?? '') ?? [];
    const mime = findMime(kind, name);
    const fmtp = dropHints(parameters.get(payload) ?? '');
    if (mime === undefined || clockRates[mime] !== Number(clock) || !isForwarded(mime, fmtp)) {
      return [];
    }
    return {
      payloadType: Number(payload),
      mime,
      clockRate: clockRates[mime],
      channels: channels === undefined ? null : Number(channels),
      parameters: fmtp,
      rtxPayloadType: rtxOf.get(payload) ?? null,
    };
  });
}

function splitPayload(value: string): readonly [string, string] {
  const at = value.indexOf(' ');
  return at < 0 ? [value, ''] : [value.slice(0, at), value.slice(at + 1).trim()];
}

function isPayloadType(text: string): boolean {
  return payloadPattern.test(text) && Number(text) < 128;
}

/** H264 only as every client decodes it: constrained baseline or baseline, not interleaved. */
function isForwarded(mime: CodecMime, parameters: string): boolean {
  return (
    parametersPattern.test(parameters) &&
    (mime !== 'video/h264' ||
      (/packetization-mode=1/.test(parameters) &&
        /profile-level-id=42(e0|00|c0)/i.test(parameters)))
  );
}

function dropHints(parameters: string): string {
  return parameters
    .split(';')
    .filter((part) => !part.trim().startsWith('x-google-'))
    .join(';');
}
