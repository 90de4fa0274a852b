/**
 * Follows the frames of a target's glasses over its face. Thin, bright and clear frames differ from skin by little at
 * any single pixel, so their path is found as a whole (Viterbi): along each strip (`glasses-strips.ts`) the path with the
 * strongest lines wins, and continues where a line is hidden by a reflection.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import { clamp, smoothingFactor } from '../../vision/math.ts';
import { type GlassesStrip, SAMPLE_STEP } from './glasses-strips.ts';

/** Path of frames along one strip, per line. */
export interface GlassesPath {
  /** Position on each line, in samples. */
  readonly along: Float32Array;
  /** Strength of the line there, averaged along the strip, as a fraction of the light beside it. */
  readonly strength: Float32Array;
  /** Half the width of the frame, as a fraction of the texture. */
  readonly half: Float32Array;
}

/** Face in a frame. */
export interface GlassesView {
  readonly frame: I420Frame;
  /** x, y and z of every mesh point in the frame. */
  readonly mesh: Float32Array;
  /** Luma of black. */
  readonly black: number;
}

/** Distances at which a line is compared with both sides, in samples: for frames of different widths. */
const GAPS = [2, 4, 7] as const;
/** Factor by which a broader line has to be stronger. */
const BROADER = 1.1;
/** Weight of bright lines, the step of chroma that counts as much as all light, and the maximum strength. */
const BRIGHT = 0.7;
const CHROMA_UNIT = 100;
const STRONGEST = 0.35;
/** Cost of a step to the side between two lines, per sample; and the longest step. */
const BEND = 0.018;
const LONGEST_STEP = 3;
/** Lines on both sides over which strength is averaged. */
const AVERAGED = 3;
/** Half the width of a frame per distance at which it was found, and the margin on both sides. */
const PER_GAP = 0.5;
const MARGIN = 0.006;
const MIN_LIGHT = 24;
const FOLLOW_US = 150_000;

/** Creates the empty path of a strip with this number of lines. */
export function createGlassesPath(lines: number): GlassesPath {
  return {
    along: new Float32Array(lines),
    strength: new Float32Array(lines),
    half: new Float32Array(lines),
  };
}

/** Follows frames along a strip; `elapsedUs` is the time since the last frame, null when nothing is known. */
export function traceStrip(
  { along, strength, half }: GlassesPath,
  strip: GlassesStrip,
  view: GlassesView,
  elapsedUs: number | null,
): void {
  const weight = smoothingFactor(elapsedUs, FOLLOW_US);
  const { kind, lines, samples } = strip;
  readLines(strip, view);
  measureLines(strip);
  findPath(strip);
  for (let line = 0; line < lines; line += 1) {
    let sum = 0;
    let count = 0;
    for (let beside = line - AVERAGED; beside <= line + AVERAGED; beside += 1) {
      if (kind === 'lens' || (beside >= 0 && beside < lines)) {
        const other = (beside + lines) % lines;
        sum += scores[other * samples + path[other]];
        count += 1;
      }
    }
    const width = gaps[line * samples + path[line]] * SAMPLE_STEP;
    along[line] += (path[line] - along[line]) * weight;
    strength[line] += (sum / count - strength[line]) * weight;
    half[line] += (width * PER_GAP + MARGIN - half[line]) * weight;
  }
}

/** Work of a strip: luma and chromas of its samples, scores and their gaps, best sums and steps of paths, the path. */
const MAX_SAMPLES = 40 * 40;
const luma = new Float32Array(MAX_SAMPLES);
const chromaU = new Float32Array(MAX_SAMPLES);
const chromaV = new Float32Array(MAX_SAMPLES);
const scores = new Float32Array(MAX_SAMPLES);
const gaps = new Uint8Array(MAX_SAMPLES);
const steps = new Int8Array(MAX_SAMPLES * 2);
const path = new Uint8Array(64);
const totals = new Float32Array(2 * 64);

/** Reads the colours of all samples. */
function readLines(
  { lines, samples, corners, weights }: GlassesStrip,
  { frame, mesh, black }: GlassesView,
): void {
  const { y, u, v, strideY, strideU, strideV, width, height } = frame;
  const halfRight = (width >> 1) - 1;
  const halfBottom = (height >> 1) - 1;
  for (let at = 0; at < lines * samples; at += 1) {
    let column = 0;
    let row = 0;
    for (let corner = at * 3; corner < at * 3 + 3; corner += 1) {
      const point = corners[corner] * 3;
      column += mesh[point] * weights[corner];
      row += mesh[point + 1] * weights[corner];
    }
    column = clamp(column, 0, width - 1);
    row = clamp(row, 0, height - 1);
    luma[at] = y[(row | 0) * strideY + (column | 0)] - black;
    const halfColumn = Math.min(halfRight, column >> 1);
    const halfRow = Math.min(halfBottom, row >> 1);
    chromaU[at] = u[halfRow * strideU + halfColumn];
    chromaV[at] = v[halfRow * strideV + halfColumn];
  }
}

/** Measures the strength and the width of a line at every sample. */
function measureLines({ lines, samples, prior }: GlassesStrip): void {
  for (let at = 0; at < lines * samples; at += 1) {
    const sample = at % samples;
    scores[at] = 0;
    gaps[at] = GAPS[0];
    for (let index = 0; index < GAPS.length; index += 1) {
      const gap = GAPS[index];
      if (prior[at] > 0 && sample >= gap && sample < samples - gap) {
        const score = prior[at] * Math.min(STRONGEST, toLineIndex(at, gap));
        if (score > scores[at] * (index === 0 ? 1 : BROADER)) {
          scores[at] = score;
          gaps[at] = gap;
        }
      }
    }
  }
}

/** Returns the difference of a sample from those on both sides: darker, brighter, or of another colour. */
function toLineIndex(at: number, gap: number): number {
  const one = luma[at - gap];
  const other = luma[at + gap];
  const light = Math.max(MIN_LIGHT, (one + other) / 2);
  const darker = (Math.min(one, other) - luma[at]) / light;
  const brighter = (BRIGHT * (luma[at] - Math.max(one, other))) / light;
  const u = chromaU[at] - (chromaU[at - gap] + chromaU[at + gap]) / 2;
  const v = chromaV[at] - (chromaV[at - gap] + chromaV[at + gap]) / 2;
  const acrossU = (chromaU[at - gap] - chromaU[at + gap]) / 2;
  const acrossV = (chromaV[at - gap] - chromaV[at + gap]) / 2;
  const coloured = Math.sqrt(u * u + v * v) - Math.sqrt(acrossU * acrossU + acrossV * acrossV);
  return Math.max(darker, brighter, coloured / CHROMA_UNIT);
}

/** Finds the path with the strongest lines; around a lens it returns to its beginning. */
function findPath({ kind, lines, samples }: GlassesStrip): void {
  // A ring is followed twice, and its second round no longer knows where the first began.
  const rounds = kind === 'lens' ? 2 : 1;
  const count = lines * rounds;
  for (let line = 0; line < count; line += 1) {
    const at = (line % lines) * samples;
    const now = (line % 2) * samples;
    const before = ((line + 1) % 2) * samples;
    for (let sample = 0; sample < samples; sample += 1) {
      let best = line === 0 ? 0 : Number.NEGATIVE_INFINITY;
      let step = 0;
      if (line > 0) {
        for (let aside = -LONGEST_STEP; aside <= LONGEST_STEP; aside += 1) {
          const from = sample + aside;
          if (from >= 0 && from < samples) {
            const sum = totals[before + from] - BEND * Math.abs(aside);
            if (sum > best) {
              best = sum;
              step = aside;
            }
          }
        }
      }
      totals[now + sample] = best + scores[at + sample];
      steps[line * samples + sample] = step;
    }
  }
  const last = ((count - 1) % 2) * samples;
  let sample = 0;
  for (let other = 1; other < samples; other += 1) {
    sample = totals[last + other] > totals[last + sample] ? other : sample;
  }
  for (let line = count - 1; line >= count - lines; line -= 1) {
    path[line % lines] = sample;
    sample += steps[line * samples + sample];
  }
}
