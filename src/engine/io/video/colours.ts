import {
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AVCOL_PRI_BT2020,
  AVCOL_PRI_BT470BG,
  AVCOL_PRI_BT709,
  AVCOL_PRI_SMPTE170M,
  AVCOL_PRI_SMPTE432,
  AVCOL_RANGE_JPEG,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_FCC,
  AVCOL_SPC_RGB,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_BT709,
  AVCOL_TRC_SMPTE170M,
  AVCOL_TRC_SMPTE2084,
  type AVColorPrimaries,
  type AVColorRange,
  type AVColorSpace,
  type AVColorTransferCharacteristic,
  type AVPixelFormat,
  type AVSampleFormat,
} from 'node-av/constants';
import type { YuvColour } from '../../pixels/frame.ts';
import type { HdrTransfer } from './tone-map.ts';

/** FFmpeg's description of the colours of a track or frame. */
export interface ColourMarks {
  readonly format: AVPixelFormat | AVSampleFormat;
  readonly height: number;
  readonly colorSpace: AVColorSpace;
  readonly colorRange: AVColorRange;
  readonly colorPrimaries: AVColorPrimaries;
  readonly colorTrc: AVColorTransferCharacteristic;
}

/** FFmpeg's constants for the colours of written video. */
export interface ColourTags {
  readonly space: AVColorSpace;
  readonly primaries: AVColorPrimaries;
  readonly transfer: AVColorTransferCharacteristic;
}

const bt601Spaces: readonly AVColorSpace[] = [
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_FCC,
];
/** Returns the transfer function of HDR video; null for SDR. */
export function findHdrTransfer({ colorTrc }: ColourMarks): HdrTransfer | null {
  if (colorTrc === AVCOL_TRC_SMPTE2084) {
    return 'pq';
  }
  return colorTrc === AVCOL_TRC_ARIB_STD_B67 ? 'hlg' : null;
}

/** Checks for full range: samples use all of 0..255 (0..1023 for 10 bits) instead of 16..235. */
export function isFullRange({ format, colorRange }: ColourMarks): boolean {
  return colorRange === AVCOL_RANGE_JPEG || format === AV_PIX_FMT_YUVJ420P;
}

/** Returns the YUV matrix that decoded frames are converted to: BT.601 for files of that family, else BT.709. */
export function toMatrix(marks: ColourMarks): YuvColour['matrix'] {
  const space = resolveSpace(marks);
  return bt601Spaces.includes(space) ? 'bt601' : 'bt709';
}

/** Returns the YUV matrix of the file. Without a tag, players guess it from the height, and so does this. */
export function resolveSpace({ colorSpace, height }: ColourMarks): AVColorSpace {
  if (colorSpace !== AVCOL_SPC_UNSPECIFIED) {
    return colorSpace;
  }
  return height >= 720 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M;
}

/** Checks whether frames need no conversion: 8-bit I420, limited range, SDR, BT.601 or BT.709. */
export function isPlain(marks: ColourMarks): boolean {
  const space = resolveSpace(marks);
  return (
    marks.format === AV_PIX_FMT_YUV420P &&
    !isFullRange(marks) &&
    findHdrTransfer(marks) === null &&
    (space === AVCOL_SPC_BT709 || bt601Spaces.includes(space))
  );
}

/** Returns FFmpeg's colour tags for frames of a matrix. */
export function toTags(matrix: YuvColour['matrix']): ColourTags {
  return matrix === 'bt709'
    ? { space: AVCOL_SPC_BT709, primaries: AVCOL_PRI_BT709, transfer: AVCOL_TRC_BT709 }
    : { space: AVCOL_SPC_SMPTE170M, primaries: AVCOL_PRI_SMPTE170M, transfer: AVCOL_TRC_SMPTE170M };
}

const matrixNames = new Map<AVColorSpace, string>([
  [AVCOL_SPC_BT709, 'bt709'],
  [AVCOL_SPC_SMPTE170M, 'bt601'],
  [AVCOL_SPC_BT470BG, 'bt601'],
  [AVCOL_SPC_BT2020_NCL, 'bt2020'],
  [AVCOL_SPC_RGB, 'rgb'],
]);

const primaryNames = new Map<AVColorPrimaries, string>([
  [AVCOL_PRI_BT709, 'bt709'],
  [AVCOL_PRI_SMPTE170M, 'bt601-525'],
  [AVCOL_PRI_BT470BG, 'bt601-625'],
  [AVCOL_PRI_BT2020, 'bt2020'],
  [AVCOL_PRI_SMPTE432, 'display-p3'],
]);

/** Returns the name of a tagged matrix for display; null when untagged or rare. */
export function nameMatrix(space: AVColorSpace): string | null {
  return matrixNames.get(space) ?? null;
}

/** Returns the name of tagged primaries for display; null when untagged or rare. */
export function namePrimaries(primaries: AVColorPrimaries): string | null {
  return primaryNames.get(primaries) ?? null;
}
