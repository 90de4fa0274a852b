import sharp from 'sharp';
import type { InspectedFace } from '../../../contract/inspection.ts';
import type { I420Frame } from '../../../engine/pixels/frame.ts';
import { selectYuvConversion } from '../../../engine/pixels/yuv.ts';
import { measureBridge } from '../../../engine/quality/face-flaws.ts';
import { measureSharpness } from '../../../engine/quality/sharpness.ts';
import { toFrontalShape } from '../../../engine/face/shape/face-shape.ts';
import { measureMouth } from '../../../engine/talk/mouth/measures.ts';
import type { CanonicalFace } from '../../../engine/track/canonical-face.ts';
import type { FaceBox, TrackedFace } from '../../../engine/track/face-track.ts';
import { type FrameArea, measureFaceLight } from './measure-face-light.ts';

/** Side of the thumbnail, in pixels. */
const PICTURE_SIDE = 112;
/** Margin around the face, as a fraction of its size. */
const MARGIN = 0.3;
/** Face height at which sharpness is measured, or all large images would be blurred. */
const MEASURED_HEIGHT = 160;

/** A face of a frame; `scale` is how many pixels of the file are one of the frame. */
export async function describeFace(
  frame: I420Frame,
  face: Pick<TrackedFace, 'box' | 'pose' | 'landmarks'>,
  { scale, canonicalFace }: { readonly scale: number; readonly canonicalFace: CanonicalFace },
): Promise<InspectedFace> {
  const { box, pose } = face;
  const around = toSquare(box, frame);
  const jpeg = await sharp(toRgb(frame, around), {
    raw: { width: around.width, height: around.height, channels: 3 },
  })
    .resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'cover' })
    .jpeg({ quality: 72 })
    .toBuffer();
  return {
    heightPx: Math.round(box.height * scale),
    sharpness: await measure(frame, clipToFrame(box, frame)),
    turnDegrees: Math.round((Math.max(Math.abs(pose.yaw), Math.abs(pose.pitch)) * 180) / Math.PI),
    lipGap: Math.max(0, measureMouth(toFrontalShape(face, canonicalFace)).open),
    ...measureFaceLight(frame, clipToFrame(box, frame)),
    bridgeContrast: measureBridge(frame, face.landmarks),
    picture: jpeg.toString('base64'),
  };
}

async function measure(frame: I420Frame, area: FrameArea): Promise<number | null> {
  if (area.width < 16 || area.height < 16) {
    return null;
  }
  const { data, info } = await sharp(toRgb(frame, area), {
    raw: { width: area.width, height: area.height, channels: 3 },
  })
    .resize({ height: MEASURED_HEIGHT })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const none = new Uint8Array(0);
  const small = { width, height, y: data, u: none, v: none };
  const strides = { strideY: width, strideU: 0, strideV: 0 };
  return measureSharpness({ ...small, ...strides }, { left: 0, top: 0, width, height });
}

function toSquare(box: Readonly<FaceBox>, frame: I420Frame): FrameArea {
  const side = Math.max(box.width, box.height) * (1 + 2 * MARGIN);
  const left = box.left + box.width / 2 - side / 2;
  const top = box.top + box.height / 2 - side / 2;
  return clipToFrame({ left, top, width: side, height: side }, frame);
}

/** Part of a box inside the frame; at least one pixel. */
function clipToFrame(box: Readonly<FaceBox>, { width, height }: I420Frame): FrameArea {
  const left = Math.min(width - 1, Math.max(0, Math.floor(box.left)));
  const top = Math.min(height - 1, Math.max(0, Math.floor(box.top)));
  const right = Math.min(width, Math.max(left + 1, Math.ceil(box.left + box.width)));
  const bottom = Math.min(height, Math.max(top + 1, Math.ceil(box.top + box.height)));
  return { left, top, width: right - left, height: bottom - top };
}

function toRgb(frame: I420Frame, { left, top, width, height }: FrameArea): Buffer {
  const colours = selectYuvConversion(frame);
  const rgb = Buffer.allocUnsafe(width * height * 3);
  let at = 0;
  for (let y = top; y < top + height; y += 1) {
    const lumaRow = y * frame.strideY;
    const uRow = (y >> 1) * frame.strideU;
    const vRow = (y >> 1) * frame.strideV;
    for (let x = left; x < left + width; x += 1) {
      const luma = ((frame.y[lumaRow + x] ?? 0) - colours.lumaOffset) * colours.lumaScale;
      const u = (frame.u[uRow + (x >> 1)] ?? 128) - 128;
      const v = (frame.v[vRow + (x >> 1)] ?? 128) - 128;
      rgb[at] = toByte(luma + colours.redFromV * v);
      rgb[at + 1] = toByte(luma + colours.greenFromU * u + colours.greenFromV * v);
      rgb[at + 2] = toByte(luma + colours.blueFromU * u);
      at += 3;
    }
  }
  return rgb;
}

function toByte(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}
