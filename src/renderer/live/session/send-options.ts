import type { RoomOptions, TrackPublishOptions, VideoCodec } from 'livekit-client';

/** Options of sending the camera. */
export interface SendOptions {
  readonly fps: number;
  readonly maxBitrateBps: number;
}

/** Room options of the page: the camera is sent in a single size, independent of its subscribers. */
export const roomOptions = {
  adaptiveStream: false,
  dynacast: false,
} as const satisfies Partial<RoomOptions>;

/** Publish options of a camera. The engine answers with the same codec. */
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

/** Used part of the browser's send or receive capabilities. */
interface Capable {
  readonly codecs: readonly {
    readonly mimeType: string;
    readonly sdpFmtpLine?: string | undefined;
  }[];
}

/**
 * Chooses H264 when the browser both sends and receives the profile that rooms forward, constrained baseline:
 * at 480p the codecs of page, room and engine need 33 instead of 41 ms of CPU time, and machines may have
 * hardware for it.
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
