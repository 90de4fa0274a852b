/** A camera device that other programs read: the far end of one kind of virtual camera. */
export interface CameraSink {
  /**
   * Shows a frame: I420 without padding, of the format's size. It is copied before this returns. Dropped when
   * no reader has a free buffer.
   */
  write(frame: Uint8Array): void;
  /** Number of frames delivered to readers. */
  readonly written: number;
  /** True when a program reads the camera now; null where the system does not report it. */
  readonly isRead: boolean | null;
  close(): Promise<void>;
}
