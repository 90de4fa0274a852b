/** A camera device that other programs read: the far end of one kind of virtual camera. */
export interface CameraSink {
  /**
   * Shows a frame: I420 without padding, of the format's size. It is copied before this returns. Dropped when
   * no reader has a free buffer.
   */
  write(frame: Uint8Array): void;
  /** Number of frames delivered to readers. */
  readonly written: number;
  /** Whether a program reads it now; null where the system does not say. */
  readonly isRead: boolean | null;
  close(): Promise<void>;
}
