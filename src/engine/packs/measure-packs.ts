import { createI420Frame } from '../pixels/frame.ts';
import { createHeadPose } from '../track/head-pose.ts';
import { MESH_POINT_COUNT } from '../track/mesh-points.ts';
import type { CanonicalFace } from '../track/canonical-face.ts';
import type { PackFace } from './compose/pack-swapper.ts';
import type { OpenedPacks } from './open-packs.ts';

/** Speed of a face swap on this machine with the opened packs. */
export interface PackSpeed {
  /** Median of the measured frames. */
  readonly frameMs: number;
  readonly framesPerSecond: number;
}

/** Options of the measurement. */
export interface PackSpeedOptions {
  /** Number of measured frames; 5 by default. One warm-up frame runs before them. */
  readonly frames?: number | undefined;
  /** Monotonic clock in milliseconds. */
  readonly nowMs?: (() => number) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const WIDTH = 1280;
const HEIGHT = 720;
/** Pixels of the frame per centimetre of the canonical face. */
const PIXELS_PER_CENTIMETRE = 22;

/**
 * Measures a swap of an average face in a grey frame of 720p, from the photo to the composite, so that an app can
 * decide whether to offer the packs live.
 */
export async function measurePacks(
  packs: OpenedPacks,
  canonicalFace: CanonicalFace,
  options: PackSpeedOptions = {},
): Promise<PackSpeed> {
  const { frames = 5, nowMs = () => performance.now(), signal } = options;
  const frame = createI420Frame(WIDTH, HEIGHT);
  frame.y.fill(120);
  const face = averageFace(canonicalFace);
  const source = await packs.prepareSource([{ frame, landmarks: face.landmarks }]);
  const swapper = packs.createSwapper(source);
  const times: number[] = [];
  for (let index = 0; index <= frames; index += 1) {
    const startMs = nowMs();
    await swapper.swap(frame, face, signal);
    if (index > 0) {
      times.push(nowMs() - startMs);
    }
  }
  times.sort((a, b) => a - b);
  const frameMs = times[times.length >> 1] ?? 0;
  return { frameMs, framesPerSecond: frameMs > 0 ? 1000 / frameMs : 0 };
}

/** Returns the canonical face, upright in the middle of the frame. */
function averageFace({ positions }: CanonicalFace): PackFace {
  const landmarks = new Float32Array(MESH_POINT_COUNT * 3);
  for (let at = 0; at < landmarks.length; at += 3) {
    landmarks[at] = WIDTH / 2 + positions[at]! * PIXELS_PER_CENTIMETRE;
    landmarks[at + 1] = HEIGHT / 2 - positions[at + 1]! * PIXELS_PER_CENTIMETRE;
  }
  const size = 16 * PIXELS_PER_CENTIMETRE;
  const box = { left: (WIDTH - size) / 2, top: (HEIGHT - size) / 2, width: size, height: size };
  return { confidence: 1, landmarks, pose: createHeadPose(), box };
}
