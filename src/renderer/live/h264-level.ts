/** The lowest level of H.264 that holds pictures of this size at 30 a second, as codec names end with it. */
export function toH264Level(size: { readonly width: number; readonly height: number }): string {
  return size.width * size.height <= 1280 * 720 ? '1f' : '28';
}
