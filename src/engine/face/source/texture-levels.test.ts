import { expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import type { FaceSource } from './face-source.ts';
import { makeTextureLevels } from './texture-levels.ts';

it('keeps the red of bright lips red', () => {
  const size = 64;
  const plane = (skin: number, lip: number): Float32Array =>
    Float32Array.from({ length: size * size }, (_, index) => (index < size * 8 ? lip : skin));
  const source = {
    layout: { size },
    colours: { red: plane(170, 255), green: plane(145, 30), blue: plane(130, 30) },
    mask: new Uint8Array(size * size).fill(255),
  } as unknown as FaceSource;
  const [level] = makeTextureLevels(source, createI420Frame(size, size));
  expect(level!.frame.v[0]).toBeGreaterThan(200);
});
