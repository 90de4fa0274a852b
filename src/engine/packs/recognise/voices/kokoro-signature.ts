import { type AlmostVoice, isInteger, type Ports, rankOf } from './ports.ts';

/** A network of Kokoro: phonemes and a style in, sound out. */
export interface KokoroSignature {
  readonly kind: 'kokoro';
  readonly tokens: string;
  readonly style: string;
  readonly speed: { readonly name: string; readonly isInteger: boolean };
  readonly output: string;
  /** How long each token is heard; older exports do not tell. */
  readonly durations: string | null;
}

/** Numbers of a style of Kokoro. */
export const STYLE_SIZE = 256;

/** Tells whether a model is one of these. */
export function findKokoro(ports: Ports): KokoroSignature | AlmostVoice | null {
  const tokens = ports.claim((port) => isInteger(port, 2));
  const style = ports.claim(
    (port) => port.type === 'float32' && rankOf(port) === 2 && port.dims?.[1] === STYLE_SIZE,
  );
  const speed = ports.claim(
    (port) => (port.type === 'float32' || port.type === 'int32') && rankOf(port) <= 1,
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
