/** Image to complete. All arrays have one entry per pixel by rows, colours three interleaved. */
export interface InpaintingTask {
  readonly width: number;
  readonly height: number;
  readonly colours: Float32Array;
  /** 1 where the image is completed. */
  readonly hole: Uint8Array;
  /** 1 where the image may be copied from. Pixels that are neither are ignored. */
  readonly isKnown: Uint8Array;
  /** Kind of a known pixel (not 0), and the kind that completes a pixel of the hole; 0 accepts any. */
  readonly kinds: Uint8Array;
}
