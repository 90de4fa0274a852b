import { VideoBufferType, VideoFrame, VideoRotation } from '@livekit/rtc-node';

/**
 * Rotates a phone's frame upright: phones send frames in sensor orientation, with the clockwise rotation as
 * metadata. Face detection expects upright frames, and the output has no rotation metadata.
 */
export function rotateUpright(video: VideoFrame, rotation: VideoRotation): VideoFrame {
  if (rotation === VideoRotation.VIDEO_ROTATION_0) {
    return video;
  }
  const { data, width, height } =
    video.type === VideoBufferType.I420 ? video : video.convert(VideoBufferType.I420);
  const isAcross = rotation !== VideoRotation.VIDEO_ROTATION_180;
  const turned = new Uint8Array(data.length);
  const chroma = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  let at = 0;
  for (const size of [{ width, height }, chroma, chroma]) {
    const length = size.width * size.height;
    turnPlane(data.subarray(at, at + length), size, rotation, turned.subarray(at, at + length));
    at += length;
  }
  return isAcross
    ? new VideoFrame(turned, height, width, VideoBufferType.I420)
    : new VideoFrame(turned, width, height, VideoBufferType.I420);
}

function turnPlane(
  from: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  rotation: VideoRotation,
  to: Uint8Array,
): void {
  if (rotation === VideoRotation.VIDEO_ROTATION_180) {
    to.set(from);
    to.reverse();
    return;
  }
  const isClockwise = rotation === VideoRotation.VIDEO_ROTATION_90;
  for (let row = 0; row < height; row += 1) {
    // A row becomes a column: from the top at the right edge, or from the bottom at the left one.
    let target = isClockwise ? height - 1 - row : (width - 1) * height + row;
    const step = isClockwise ? height : -height;
    const start = row * width;
    for (let column = 0; column < width; column += 1) {
      to[target] = from[start + column] ?? 0;
      target += step;
    }
  }
}
