import { type AlmostVoice, isInteger, type Ports } from './ports.ts';

/** VITS network of Piper: takes phonemes, returns audio. */
export interface PiperSignature {
  readonly kind: 'piper';
  readonly input: string;
  readonly lengths: string;
  readonly scales: string;
  /** Speaker input of models with several speakers. */
  readonly speaker: string | null;
  readonly output: string;
}

/** Finds the signature of a Piper network; null for other models. */
export function findPiper(ports: Ports): PiperSignature | AlmostVoice | null {
  const input = ports.claim((port) => isInteger(port, 2));
  const lengths = ports.claim((port) => isInteger(port, 1) && /len/i.test(port.name));
  const scales = ports.claim((port) => port.type === 'float32' && port.dims?.join() === '3');
  const output = ports.sound();
  if (input === null || lengths === null || scales === null || output === null) {
    return null;
  }
  const speaker = ports.claim((port) => isInteger(port, 1));
  return ports.left.length > 0
    ? { kind: 'almost', like: 'piper', extra: ports.left }
    : {
        kind: 'piper',
        input: input.name,
        lengths: lengths.name,
        scales: scales.name,
        speaker: speaker?.name ?? null,
        output,
      };
}
