/** Reads the 16-bit mono WAV that an engine of ours wrote; null when it is none. */
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
      const samples = new Float32Array(count);
      for (let index = 0; index < count; index += 1) {
        samples[index] = view.getInt16(body + 2 * index, true) / 32_768;
      }
      return sampleRateHz > 0 && count > 0 ? { samples, sampleRateHz } : null;
    }
    at = body + length + (length % 2);
  }
  return null;
}
