/** The part of a file handle of Node that {@link writeAllBytes} uses. */
export interface WritableFile {
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number | null,
  ): Promise<{ readonly bytesWritten: number }>;
}

/**
 * Writes all bytes at a position, or where the file is when null. One call of the system writes only what fits on a
 * disk that is nearly full, without an error; the next one fails.
 */
export async function writeAllBytes(
  file: WritableFile,
  bytes: Uint8Array,
  position: number | null = null,
): Promise<void> {
  for (let done = 0; done < bytes.byteLength;) {
    const at = position === null ? null : position + done;
    const { bytesWritten } = await file.write(bytes, done, bytes.byteLength - done, at);
    done += bytesWritten;
  }
}
