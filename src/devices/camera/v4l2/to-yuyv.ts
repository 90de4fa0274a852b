import type { CameraFormat } from '../../../contract/devices.ts';

/** Writes I420 without padding, of even sides, as YUYV: two rows share their chroma. */
export function writeYuyv(
  from: Uint8Array,
  { width, height }: Pick<CameraFormat, 'width' | 'height'>,
  to: Uint8Array,
): void {
  const half = width / 2;
  const blue = width * height;
  const red = blue + half * (height / 2);
  for (let row = 0; row < height; row += 1) {
    let luma = row * width;
    let target = 2 * luma;
    const chroma = (row >> 1) * half;
    for (let column = 0; column < half; column += 1) {
      to[target] = from[luma] ?? 0;
      to[target + 1] = from[blue + chroma + column] ?? 0;
      to[target + 2] = from[luma + 1] ?? 0;
      to[target + 3] = from[red + chroma + column] ?? 0;
      luma += 2;
      target += 4;
    }
  }
}
