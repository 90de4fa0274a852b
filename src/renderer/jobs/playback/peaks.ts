/** Enough to show syllables; an hour of audio takes 60 MB at this rate. */
const decodeRateHz = 4000;
/** Shapes that are kept: those of a long list of voices. */
const maxCached = 300;

const cached = new Map<string, Promise<readonly number[]>>();

/**
 * Reads the waveform of an audio file: the peak of each of `count` equal segments, 0..1. Rejects when it cannot
 * be decoded.
 */
export function readPeaks(url: string, count: number): Promise<readonly number[]> {
  const key = `${count} ${url}`;
  const known = cached.get(key);
  if (known !== undefined) {
    return known;
  }
  const read = decode(url).then((samples) => toPeaks(samples, count));
  read.catch(() => cached.delete(key));
  cached.set(key, read);
  const [oldest] = cached.keys();
  if (cached.size > maxCached && oldest !== undefined) {
    cached.delete(oldest);
  }
  return read;
}

/** Decodes audio as one channel. */
async function decode(url: string): Promise<Float32Array> {
  const reply = await fetch(url);
  const context = new OfflineAudioContext(1, 1, decodeRateHz);
  const sound = await context.decodeAudioData(await reply.arrayBuffer());
  return sound.getChannelData(0);
}

/** The loudest sample of each stretch; the whole is scaled to 1 unless it is nearly silent. */
export function toPeaks(samples: Float32Array, count: number): readonly number[] {
  const peaks = Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * samples.length) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * samples.length) / count));
    let peak = 0;
    for (let at = from; at < to; at += 1) {
      peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    }
    return peak;
  });
  const max = Math.max(...peaks, 0.05);
  return peaks.map((peak) => peak / max);
}
