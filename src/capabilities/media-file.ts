/** Kind of a file by its content. */
export type FileKind = 'image' | 'audio' | 'video';

/** Facts of a probed file; absent where they do not apply. */
export interface MediaInfo {
  readonly durationMs?: number | undefined;
  readonly widthPx?: number | undefined;
  readonly heightPx?: number | undefined;
  readonly framesPerSecond?: number | undefined;
  readonly hasAudio?: boolean | undefined;
  readonly sampleRateHz?: number | undefined;
}

/** File of a request that a processor can read but must not change. */
export interface InputFile {
  readonly path: string;
  readonly kind: FileKind;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly facts: MediaInfo;
}
