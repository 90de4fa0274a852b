import { guardInstances } from './class-guard.ts';

const widthOffset = 16;
const heightOffset = 20;

/** Electron's `NativeImage`, for screenshots of pages. */
export class NativeImage {
  readonly #png: Buffer;

  constructor(png: Buffer) {
    this.#png = png;
  }

  isEmpty(): boolean {
    return this.#png.length === 0;
  }

  /** Size in pixels, as the PNG says. */
  getSize(): { readonly width: number; readonly height: number } {
    return this.isEmpty()
      ? { width: 0, height: 0 }
      : {
          width: this.#png.readUInt32BE(widthOffset),
          height: this.#png.readUInt32BE(heightOffset),
        };
  }

  toPNG(): Buffer {
    return Buffer.from(this.#png);
  }

  toDataURL(): string {
    return `data:image/png;base64,${this.#png.toString('base64')}`;
  }
}

guardInstances('NativeImage', NativeImage, Object.prototype);
