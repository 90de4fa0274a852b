/** Kind of a file by its content. */
export type FileKind = 'image' | 'audio' | 'video';

/** What probing a file found; absent where it does not apply. */
export interface MediaInfo {
  readonly durationMs?: number | undefined;
  readonly widthPx?: number | undefined;
  readonly heightPx?: number | undefined;
  readonly framesPerSecond?: number | undefined;
  readonly hasAudio?: boolean | undefined;
  readonly sampleRateHz?: number | undefined;
}

/** A file of a customer where a processor can read it. Read only. */
export interface InputFile {
  readonly path: string;
  readonly kind: FileKind;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly facts: MediaInfo;
}
