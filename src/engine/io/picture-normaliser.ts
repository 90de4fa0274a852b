import {
  AVCOL_PRI_BT709,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_TRC_BT709,
} from 'node-av/constants';
import { type Frame, SoftwareScaleContext } from 'node-av/lib';
import type { I420Frame, YuvColour } from '../pixels/frame.ts';
import { isFullRange, isHdr, isPlain, resolveSpace, toTags } from './colours.ts';
import { check } from './ffmpeg.ts';
import { copyFrame, createExchange } from './native-pixels.ts';
import { isSideways, isUpright, type Orientation, orientFrame } from './orientation.ts';
import type { Size } from './output-size.ts';

/** Makes decoded frames into upright 8-bit I420 pictures of limited range and one size. */
export interface PictureNormaliser {
  /** Writes a decoded frame into a picture of the size and colour that this was made for. */
  normalise(frame: Frame, picture: I420Frame): Promise<void>;
  close(): void;
}

/** `size` is that of the pictures, upright. */
export function createPictureNormaliser({
  size,
  matrix,
  orientation,
}: {
  readonly size: Size;
  readonly matrix: YuvColour['matrix'];
  readonly orientation: Orientation;
}): PictureNormaliser {
  const stored = isSideways(orientation) ? { width: size.height, height: size.width } : size;
  const tags = toTags(matrix);
  const exchange = createExchange(stored);
  let scaler: SoftwareScaleContext | null = null;

  async function convert(frame: Frame): Promise<void> {
    const scaled = exchange.frame;
    if (scaler === null) {
      scaler = new SoftwareScaleContext();
      scaler.allocContext();
    }
    const wasHdr = isHdr(frame);
    if (isFullRange(frame)) {
      frame.colorRange = AVCOL_RANGE_JPEG;
    }
    frame.colorSpace = resolveSpace(frame);
    scaled.colorRange = AVCOL_RANGE_MPEG;
    scaled.colorSpace = tags.space;
    // Only HDR is mapped to plain primaries: for anything else the cost is not worth what nobody sees.
    scaled.colorPrimaries = wasHdr ? AVCOL_PRI_BT709 : frame.colorPrimaries;
    scaled.colorTrc = wasHdr ? AVCOL_TRC_BT709 : frame.colorTrc;
    check(await scaler.scaleFrame(scaled, frame), 'convert a picture', 'unsupported_format');
  }

  return {
    async normalise(frame, picture) {
      const isRightSize = frame.width === stored.width && frame.height === stored.height;
      if (isRightSize && isPlain(frame)) {
        check(exchange.frame.copy(frame), 'take over a picture');
      } else {
        await convert(frame);
      }
      if (isUpright(orientation)) {
        copyFrame(exchange.view(), picture);
      } else {
        orientFrame(exchange.view(), orientation, picture);
      }
    },
    close() {
      exchange.free();
      scaler?.freeContext();
    },
  };
}
