import { type AlmostVoice, isInteger, type Ports, computeRank } from './ports.ts';

/** Kokoro network: takes phonemes and a style, returns audio. */
export interface KokoroSignature {
  readonly kind: 'kokoro';
  readonly tokens: string;
  readonly style: string;
  readonly speed: { readonly name: string; readonly isInteger: boolean };
  readonly output: string;
  /** Output of the duration of each token; null in older exports. */
  readonly durations: string | null;
}

/** Size of a Kokoro style vector. */
export const STYLE_SIZE = 256;

/** Finds the signature of a Kokoro network; null for other models. */
export function findKokoro(ports: Ports): KokoroSignature | AlmostVoice | null {
  const tokens = ports.claim((port) => isInteger(port, 2));
  const style = ports.claim(
    (port) => port.type === 'float32' && computeRank(port) === 2 && port.dims?.[1] === STYLE_SIZE,
  );
  const speed = ports.claim(
    (port) => (port.type === 'float32' || port.type === 'int32') && computeRank(port) <= 1,
  );
  const output = ports.sound();
  if (tokens === null || style === null || speed === null || output === null) {
    return null;
  }
  const durations = ports.outputs.find(({ name }) => /^(pred_)?dur(ation)?s?$/i.test(name));
  return ports.left.length > 0
    ? { kind: 'almost', like: 'kokoro', extra: ports.left }
    : {
        kind: 'kokoro',
        tokens: tokens.name,
        style: style.name,
        speed: { name: speed.name, isInteger: speed.type === 'int32' },
        output,
        durations: durations?.name ?? null,
      };
}
