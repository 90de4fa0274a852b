import { VideoBufferType, VideoFrame } from '@livekit/rtc-node';
import type { I420Frame, YuvColour } from '../../../engine/pixels/frame.ts';

/** Colour space of WebRTC video: BT.601, limited range. Browsers convert camera frames to it. */
const COLOUR: YuvColour = { matrix: 'bt601', isFullRange: false };

/** A frame of the room, and the same memory in the engine's format. */
export interface RoomFrame {
  readonly video: VideoFrame;
  readonly frame: I420Frame;
}

/** Wraps the planes of a received frame without a copy; other layouts are converted first. */
export function toRoomFrame(received: VideoFrame): RoomFrame {
  const video =
    received.type === VideoBufferType.I420 ? received : received.convert(VideoBufferType.I420);
  const { data, width, height } = video;
  const strideChroma = (width + 1) >> 1;
  const lumaSize = width * height;
  const chromaSize = strideChroma * ((height + 1) >> 1);
  return {
    video,
    frame: {
      width,
      height,
      y: data.subarray(0, lumaSize),
      u: data.subarray(lumaSize, lumaSize + chromaSize),
      v: data.subarray(lumaSize + chromaSize, lumaSize + 2 * chromaSize),
      strideY: width,
      strideU: strideChroma,
      strideV: strideChroma,
      colour: COLOUR,
    },
  };
}

/**
 * Frees the memory of a frame at once. Frames arrive at up to 40 MB a second, which would keep the garbage
 * collector busy; the frame must not be used afterwards.
 */
export function freeFrame({ data }: VideoFrame): void {
  if (data.buffer instanceof ArrayBuffer) {
    data.buffer.transfer(0);
  }
}

/** Creates a black frame, for a cover without a camera. */
export function createBlackFrame(width: number, height: number): RoomFrame {
  const lumaSize = width * height;
  const chromaSize = ((width + 1) >> 1) * ((height + 1) >> 1);
  const data = new Uint8Array(lumaSize + 2 * chromaSize).fill(16, 0, lumaSize).fill(128, lumaSize);
  return toRoomFrame(new VideoFrame(data, width, height, VideoBufferType.I420));
}
