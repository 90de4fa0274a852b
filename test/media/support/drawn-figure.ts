/**
 * A figure that no network detects as a person: flat colours, a round head without hair, ears on top. Its joints and
 * outline are known.
 */
import sharp from 'sharp';
import type { PlacedBodyJoints } from '../../../src/engine/body/placed/spread-joints.ts';
import type { RgbaImage } from '../../../src/engine/pixels/frame.ts';

/** Size of the image. */
export const figureSize = { width: 240, height: 320 } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

const canvas = { width: 360, height: 480 } as const;

/** Positions of its joints on the canvas. */
const places = {
  face: [180, 120],
  leftShoulder: [224, 208],
  rightShoulder: [136, 208],
  leftElbow: [270, 250],
  rightElbow: [90, 250],
  leftWrist: [304, 300],
  rightWrist: [56, 300],
  leftHip: [206, 316],
  rightHip: [154, 316],
  leftKnee: [214, 376],
  rightKnee: [146, 376],
  leftAnkle: [218, 436],
  rightAnkle: [142, 436],
} as const;

/** The joints of the figure. */
export const figureJoints = Object.fromEntries(
  Object.entries(places).map(([name, [x, y]]) => [
    name,
    { x: x / canvas.width, y: y / canvas.height },
  ]),
) as PlacedBodyJoints;

/** The figure on paper, and its alpha, 0..255. */
export async function drawFigure({ width, height }: Size = figureSize): Promise<{
  readonly image: RgbaImage;
  readonly alpha: Uint8Array;
  readonly png: Buffer;
}> {
  const line = (names: readonly (keyof typeof places)[], stroke: string, wide: number): string =>
    `<polyline points="${names.map((name) => places[name].join(' ')).join(' ')}" fill="none" stroke="${stroke}" stroke-width="${wide}" stroke-linecap="round" stroke-linejoin="round"/>`;
  const figure =
    line(['leftHip', 'leftKnee', 'leftAnkle'], '#315e9e', 34) +
    line(['rightHip', 'rightKnee', 'rightAnkle'], '#315e9e', 34) +
    line(['leftShoulder', 'leftElbow', 'leftWrist'], '#58a55c', 26) +
    line(['rightShoulder', 'rightElbow', 'rightWrist'], '#58a55c', 26) +
    '<ellipse cx="180" cy="262" rx="62" ry="72" fill="#d8862f"/>' +
    '<path d="M120 70L104 24L150 52Z M240 70L256 24L210 52Z" fill="#3f8f48"/>' +
    '<ellipse cx="180" cy="116" rx="76" ry="74" fill="#58a55c"/>' +
    '<circle cx="152" cy="108" r="17" fill="#fff"/><circle cx="208" cy="108" r="17" fill="#fff"/>' +
    '<circle cx="154" cy="110" r="7" fill="#111"/><circle cx="206" cy="110" r="7" fill="#111"/>' +
    '<path d="M140 150Q180 176 220 150" fill="none" stroke="#1d4a22" stroke-width="6"/>';
  const svg = (ground: string): Buffer =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${canvas.width} ${canvas.height}">${ground}${figure}</svg>`,
    );
  const read = (source: Buffer): Promise<Buffer> => sharp(source).ensureAlpha().raw().toBuffer();
  const paper =
    '<rect width="360" height="480" fill="#f3ead2"/>' +
    `<rect y="400" width="360" height="80" fill="#c9b98a"/><circle cx="52" cy="60" r="30" fill="#e8c34a"/>`;
  const pixels = new Uint8Array(await read(svg(paper)));
  const cut = await read(svg(''));
  return {
    image: { width, height, pixels },
    alpha: Uint8Array.from({ length: width * height }, (_, index) => cut[index * 4 + 3]!),
    png: await sharp(svg(paper)).png().toBuffer(),
  };
}
