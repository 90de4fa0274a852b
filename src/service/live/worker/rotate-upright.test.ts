import { VideoBufferType, VideoFrame, VideoRotation } from '@livekit/rtc-node';
import { describe, expect, it } from 'vitest';
import { rotateUpright } from './rotate-upright.ts';

/** Luma 1 2 3 above 4 5 6; chroma of two by one samples. */
const picture = (): VideoFrame =>
  new VideoFrame(Uint8Array.of(1, 2, 3, 4, 5, 6, 10, 11, 20, 21), 3, 2, VideoBufferType.I420);

describe('a rotated frame', () => {
  it.each([
    ['not at all', VideoRotation.VIDEO_ROTATION_0, [3, 2], [1, 2, 3, 4, 5, 6, 10, 11, 20, 21]],
    ['to the right', VideoRotation.VIDEO_ROTATION_90, [2, 3], [4, 1, 5, 2, 6, 3, 10, 11, 20, 21]],
    ['over', VideoRotation.VIDEO_ROTATION_180, [3, 2], [6, 5, 4, 3, 2, 1, 11, 10, 21, 20]],
    ['to the left', VideoRotation.VIDEO_ROTATION_270, [2, 3], [3, 6, 2, 5, 1, 4, 11, 10, 21, 20]],
  ] as const)('is turned %s', (_, rotation, size, samples) => {
    const { width, height, data } = rotateUpright(picture(), rotation);
    expect([width, height]).toEqual(size);
    expect([...data]).toEqual(samples);
  });
});
