import type { ProcessorEntry } from '../capabilities/processor.ts';

/** Every capability that can do jobs. A feature that is missing answers `capability_unavailable`. */
export const processors: readonly ProcessorEntry[] = [];
