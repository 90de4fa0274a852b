import { expect, it } from 'vitest';
import { compileKernels } from '../../../../scripts/lib/kernels.mjs';
import { kernelBytes } from './kernel-bytes.ts';

it('holds the kernels as their source makes them', async () => {
  const text = await compileKernels();
  expect([...text.matchAll(/'([^']*)'/g)].map(([, line]) => line).join('')).toBe(kernelBytes);
}, 60_000);
