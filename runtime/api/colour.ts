/** A colour as the browser takes it: 0–255, alpha 0–1. */
export interface Rgba {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

/** Reads `#RGB`, `#RRGGBB` and `#AARRGGBB` (Electron's order); null for anything else. */
export function toRgba(text: string): Rgba | null {
  const hex = /^#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.exec(text)?.[1];
  if (hex === undefined) {
    return null;
  }
  const long = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex;
  const value = (offset: number): number => Number.parseInt(long.slice(offset, offset + 2), 16);
  const hasAlpha = long.length === 8;
  const start = hasAlpha ? 2 : 0;
  return {
    r: value(start),
    g: value(start + 2),
    b: value(start + 4),
    a: hasAlpha ? value(0) / 255 : 1,
  };
}
