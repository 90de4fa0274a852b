import { expect, it } from 'vitest';
import { findKernelOrigin } from '../../../../scripts/lib/kernels.mjs';
import { kernelOrigin } from './kernel-bytes.ts';

it('holds the kernels that were made from their source as it is', async () => {
  // Compiling them again would take seconds; whoever changes the source has to run "npm run kernels".
  expect(await findKernelOrigin()).toBe(kernelOrigin);
});
