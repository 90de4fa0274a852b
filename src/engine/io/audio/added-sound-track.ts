/** Sound track of an output file, copied or encoded from another file in step with the video. */
export interface AddedSoundTrack {
  /** Writes the sound that begins at or before a time; calls in step with the video bound the muxer's memory. */
  writeUntil(timeUs: number): Promise<void>;
  /** Frees the track and closes its input. */
  close(): void | Promise<void>;
}
