import { VideoBufferType, VideoFrame } from '@livekit/rtc-node';
import type { I420Frame, YuvColour } from '../../../engine/pixels/frame.ts';

/** What WebRTC video is: BT.601, limited range. Cameras of browsers are converted to it. */
const COLOUR: YuvColour = { matrix: 'bt601', isFullRange: false };

/** A picture of the room, and the same memory as the engine sees it. */
export interface RoomFrame {
  readonly video: VideoFrame;
  readonly frame: I420Frame;
}

/** Lays the planes of a received picture out without a copy; other layouts are converted first. */
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
 * Gives the memory of a picture back at once. Pictures come as fast as 40 MB a second, which the collector
 * would be busy with; nobody may look at it afterwards.
 */
export function freeFrame({ data }: VideoFrame): void {
  if (data.buffer instanceof ArrayBuffer) {
    data.buffer.transfer(0);
  }
}

/** A black picture, for a cover without a camera. */
export function createBlackFrame(width: number, height: number): RoomFrame {
  const lumaSize = width * height;
  const chromaSize = ((width + 1) >> 1) * ((height + 1) >> 1);
  const data = new Uint8Array(lumaSize + 2 * chromaSize).fill(16, 0, lumaSize).fill(128, lumaSize);
  return toRoomFrame(new VideoFrame(data, width, height, VideoBufferType.I420));
}
