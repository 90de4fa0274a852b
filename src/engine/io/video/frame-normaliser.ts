import { AVCOL_RANGE_JPEG, AVCOL_RANGE_MPEG } from 'node-av/constants';
import { type Frame, SoftwareScaleContext } from 'node-av/lib';
import type { YuvColour } from '../../pixels/frame.ts';
import { findHdrTransfer, isFullRange, isPlain, resolveSpace, toTags } from './colours.ts';
import { check } from '../ffmpeg.ts';
import { createNativeFrame, createSharedFrame, type NativeFrame } from './native-pixels.ts';
import { isSideways, isUpright, type Orientation, orientFrame } from './orientation.ts';
import type { Size } from './output-size.ts';
import { toneMap } from './tone-map.ts';

/** Converts decoded frames to upright 8-bit I420 of limited range and one size. */
export interface FrameNormaliser {
  /** Converts a decoded frame into `target`, which has the normaliser's size and colour. */
  normalise(frame: Frame, target: NativeFrame): Promise<void>;
  close(): void;
}

/** Creates a normaliser for frames of an upright `size`. */
export function createFrameNormaliser({
  size,
  matrix,
  orientation,
}: {
  readonly size: Size;
  readonly matrix: YuvColour['matrix'];
  readonly orientation: Orientation;
}): FrameNormaliser {
  const stored = isSideways(orientation) ? { width: size.height, height: size.width } : size;
  const tags = toTags(matrix);
  let scaled: Frame | null = null;
  let scaler: SoftwareScaleContext | null = null;
  let lying: NativeFrame | null = null;

  async function convert(frame: Frame): Promise<Frame> {
    if (scaled === null || scaler === null) {
      scaled = createNativeFrame(stored);
      scaler = new SoftwareScaleContext();
      scaler.allocContext();
    }
    if (isFullRange(frame)) {
      frame.colorRange = AVCOL_RANGE_JPEG;
    }
    frame.colorSpace = resolveSpace(frame);
    scaled.colorRange = AVCOL_RANGE_MPEG;
    // `toneMap` converts HDR to SDR afterwards: FFmpeg would first build a table for seconds.
    scaled.colorSpace = findHdrTransfer(frame) === null ? tags.space : frame.colorSpace;
    scaled.colorPrimaries = frame.colorPrimaries;
    scaled.colorTrc = frame.colorTrc;
    check(await scaler.scaleFrame(scaled, frame), 'convert a picture', 'unsupported_format');
    return scaled;
  }

  return {
    async normalise(frame, target) {
      const isRightSize = frame.width === stored.width && frame.height === stored.height;
      const plain = isRightSize && isPlain(frame) ? frame : await convert(frame);
      if (isUpright(orientation)) {
        check(target.frame.copy(plain), 'take over a picture');
      } else {
        lying ??= createSharedFrame(stored);
        check(lying.frame.copy(plain), 'take over a picture');
        orientFrame(lying.planes, orientation, target.planes);
      }
      const hdr = findHdrTransfer(frame);
      if (hdr !== null) {
        toneMap(target.planes, hdr);
      }
    },
    close() {
      lying?.free();
      scaled?.free();
      scaler?.freeContext();
    },
  };
}
