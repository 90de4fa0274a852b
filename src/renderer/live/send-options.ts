import type { RoomOptions, TrackPublishOptions, VideoCodec } from 'livekit-client';

/** How the camera is sent. */
export interface SendOptions {
  readonly fps: number;
  readonly maxBitrateBps: number;
}

/** Options of the page in a room: one camera goes out in one size, whoever watches it. */
export const roomOptions = {
  adaptiveStream: false,
  dynacast: false,
} as const satisfies Partial<RoomOptions>;

/** How a camera is published. The engine answers in the same codec. */
export function toPublishOptions(
  { fps, maxBitrateBps }: SendOptions,
  videoCodec: VideoCodec,
): TrackPublishOptions {
  return {
    simulcast: false,
    videoCodec,
    backupCodec: false,
    // The size of the output stays: programs that take it do not like to see it change.
    degradationPreference: 'maintain-resolution',
    videoEncoding: { maxBitrate: maxBitrateBps, maxFramerate: fps },
  };
}

/** The part of what a browser can send or receive that decides. */
interface Capable {
  readonly codecs: readonly {
    readonly mimeType: string;
    readonly sdpFmtpLine?: string | undefined;
  }[];
}

/**
 * H264 where the browser both sends and receives the form that rooms forward, constrained baseline: a 480p
 * picture costs page, room and engine's codecs 33 instead of 41 ms of a processor, and machines may have
 * chips for it.
 */
export function chooseCodec(sends: Capable | null, receives: Capable | null): VideoCodec {
  const has = (capable: Capable | null): boolean =>
    capable?.codecs.some(
      ({ mimeType, sdpFmtpLine = '' }) =>
        /^video\/h264$/i.test(mimeType) &&
        /packetization-mode=1/.test(sdpFmtpLine) &&
        /profile-level-id=42[ec]0/i.test(sdpFmtpLine),
    ) ?? false;
  return has(sends) && has(receives) ? 'h264' : 'vp8';
}
