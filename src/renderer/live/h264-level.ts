/** Lowest H.264 level for frames of this size at 30 a second, as the suffix of codec names. */
export function toH264Level(size: { readonly width: number; readonly height: number }): string {
  return size.width * size.height <= 1280 * 720 ? '1f' : '28';
}
