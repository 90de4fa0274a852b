/** Bytes before the samples of a WAV file as {@link toWavHeader} begins it. */
export const WAV_HEADER_BYTES = 44;

const bytesPerSample = 2;

/** Header of a mono WAV file with 16-bit samples, little endian. */
export function toWavHeader(sampleRateHz: number, soundBytes: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(WAV_HEADER_BYTES));
  const write = (at: number, name: string): void => {
    for (let index = 0; index < name.length; index += 1) {
      view.setUint8(at + index, name.charCodeAt(index));
    }
  };
  write(0, 'RIFF');
  view.setUint32(4, WAV_HEADER_BYTES - 8 + soundBytes, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * bytesPerSample, true);
  view.setUint16(32, bytesPerSample, true);
  view.setUint16(34, 8 * bytesPerSample, true);
  write(36, 'data');
  view.setUint32(40, soundBytes, true);
  return new Uint8Array(view.buffer);
}
