/** Reads a 16-bit mono WAV written by an engine; null for any other file. */
export function readPcm(file: Uint8Array<ArrayBuffer>): {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRateHz: number;
} | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const nameAt = (at: number): string => String.fromCharCode(...file.subarray(at, at + 4));
  if (file.length < 12 || nameAt(8) !== 'WAVE') {
    return null;
  }
  let sampleRateHz = 0;
  for (let at = 12; at + 8 <= file.length;) {
    const length = view.getUint32(at + 4, true);
    const body = at + 8;
    if (nameAt(at) === 'fmt ') {
      sampleRateHz = view.getUint32(body + 4, true);
    } else if (nameAt(at) === 'data') {
      const count = Math.floor(Math.min(length, file.length - body) / 2);
      // An Int16Array reads ten times as fast as single samples from bytes.
      const pcm = new Int16Array(file.slice(body, body + 2 * count).buffer);
      const samples = new Float32Array(count);
      for (let index = 0; index < count; index += 1) {
        samples[index] = pcm[index]! / 32_768;
      }
      return sampleRateHz > 0 && count > 0 ? { samples, sampleRateHz } : null;
    }
    at = body + length + (length % 2);
  }
  return null;
}
