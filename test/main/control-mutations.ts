import { controlMethods } from '../../src/contract/control.ts';
import { createRandom } from '../support/random.ts';

const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  '',
  'x'.repeat(300),
  '__proto__',
  'constructor',
  '\u0000\u202E',
  [],
  {},
  [[[[[]]]]],
  { toString: 1 },
];

/** Mutated messages of the control API, equal for equal seeds. */
export function createMutator(seed: number): () => string | Buffer {
  const next = createRandom(seed);
  const random = (below: number): number => Math.floor(next() * below);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const names = [...Object.keys(controlMethods), 'connect', 'toString', '__proto__'];
  const params = (): unknown =>
    pick<unknown>([
      undefined,
      {},
      { is_on: pick([true, false]) },
      { is_on: pick(values) },
      { character_id: pick(['a', ...values]) },
      { voice_id: pick(['a', ...values]) },
      { version: pick([1, ...values]), name: pick(['Fuzzer', ...values]), key: pick(values) },
      { version: 1, name: 'Fuzzer' },
      pick(values),
    ]);
  const damage = (text: string): string | Buffer => {
    const at = random(text.length);
    switch (random(4)) {
      case 0:
        return text.slice(0, at);
      case 1:
        return text.slice(0, at) + String.fromCharCode(random(0xffff)) + text.slice(at + 1);
      case 2:
        return Buffer.from(text);
      default:
        return text.slice(at) + text.slice(0, at);
    }
  };
  return () => {
    const whole: Record<string, unknown> = {
      id: random(8) === 0 ? pick(values) : String(random(1000)),
      method: random(8) === 0 ? pick(values) : pick(names),
      params: params(),
    };
    if (random(8) === 0) {
      whole[pick(['extra', '__proto__', 'jsonrpc'])] = pick(values);
    }
    const text = JSON.stringify(random(20) === 0 ? pick(values) : whole);
    return random(4) === 0 ? damage(text) : text;
  };
}
