import type { ProcessorEntry } from '../../../src/capabilities/processor.ts';

/** A service that can do nothing yet. */
export const processors: readonly ProcessorEntry[] = [];
