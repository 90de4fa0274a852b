import { expect, it } from 'vitest';
import {
  packedBytes,
  packedDoubles,
  packedFloats,
  packedShorts,
  packValues,
} from './packed-values.ts';

const schemas = [packedFloats, packedDoubles, packedShorts, packedBytes];

it('typed arrays are the same after they were packed and parsed', () => {
  const values = [Float32Array.of(1 / 3), Float64Array.of(1 / 3), Uint16Array.of(1, 65_535)];
  [...values, Uint8Array.of(1, 2, 255)].forEach((array, at) => {
    expect(schemas[at]!.parse(JSON.parse(packValues(array)))).toEqual(array);
  });
});

it('bytes that end within a value are refused', () => {
  const accepted = schemas.map((schema) => schema.safeParse(btoa('123')).success);
  expect(accepted).toEqual([false, false, false, true]);
});
