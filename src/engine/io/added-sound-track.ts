/** The sound of a file that is being written, drawn from another file as the picture goes on. */
export interface AddedSoundTrack {
  /** Writes what begins up to a time, so that neither sound nor picture piles up in memory. */
  writeUntil(timeUs: number): Promise<void>;
  /** Frees everything. */
  close(): void | Promise<void>;
}
