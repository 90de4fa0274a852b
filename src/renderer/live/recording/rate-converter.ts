import { SOUND_RATE_HZ } from './sound-timeline.ts';

/** The part of `AudioData` that is read. */
export type SoundPiece = Pick<
  AudioData,
  'numberOfFrames' | 'numberOfChannels' | 'sampleRate' | 'copyTo'
>;

/** Makes pieces of any rate and number of channels into mono of {@link SOUND_RATE_HZ}, without seams. */
export class RateConverter {
  /** The last samples of the piece before, which a curve through four points needs. */
  #tail = [0, 0, 0];
  /** Place of the next sample, counted in samples of the source from the second of the tail. */
  #at = 0;

  /** Gives samples in memory of their own. */
  convert(piece: SoundPiece): Float32Array<ArrayBuffer> {
    const mono = toMono(piece);
    if (piece.sampleRate === SOUND_RATE_HZ) {
      return mono;
    }
    const step = piece.sampleRate / SOUND_RATE_HZ;
    const tail = this.#tail;
    const read = (position: number): number =>
      (position < tail.length ? tail[position] : mono[position - tail.length]) ?? 0;
    const made = new Float32Array(Math.max(0, Math.ceil((mono.length - this.#at) / step)));
    for (let index = 0; index < made.length; index += 1) {
      const whole = Math.floor(this.#at);
      made[index] = between(this.#at - whole, [
        read(whole),
        read(whole + 1),
        read(whole + 2),
        read(whole + 3),
      ]);
      this.#at += step;
    }
    this.#at -= mono.length;
    this.#tail = [read(mono.length), read(mono.length + 1), read(mono.length + 2)];
    return made;
  }
}

function toMono(piece: SoundPiece): Float32Array<ArrayBuffer> {
  const { numberOfFrames, numberOfChannels } = piece;
  const mono = new Float32Array(numberOfFrames);
  const plane = new Float32Array(numberOfFrames);
  for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex += 1) {
    piece.copyTo(plane, { planeIndex, format: 'f32-planar' });
    for (let at = 0; at < numberOfFrames; at += 1) {
      mono[at] = (mono[at] ?? 0) + (plane[at] ?? 0) / numberOfChannels;
    }
  }
  return mono;
}

/** The value between the second and the third of four samples, on a smooth curve through them. */
function between(
  fraction: number,
  [a, b, c, d]: readonly [number, number, number, number],
): number {
  const slope = (c - a) / 2;
  const next = (d - b) / 2;
  const rest = c - b - slope;
  const cubic = next - slope - 2 * rest;
  return b + fraction * (slope + fraction * (rest - cubic + fraction * cubic));
}
