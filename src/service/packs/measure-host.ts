import {
  type MeasuredPacks,
  measuredPacksSchema,
  type PackSetup,
} from '../../contract/model-packs.ts';
import { callProcess } from '../process/call-host.ts';
import type { MeasureMethods } from './measure-entry.ts';

/** Loading a large model on a slow disk, on every provider there is, and a few frames on the CPU. */
const LIMIT_MS = 300_000;

/**
 * Measures the speed of selected packs in a separate process. Throws `not_found` or `unsupported_format` when a
 * pack is unusable, `processing_failed` when it cannot run or takes too long.
 */
export function measureInProcess(setup: PackSetup): Promise<MeasuredPacks> {
  return callProcess<MeasureMethods>(
    {
      program: new URL('./measure-entry.ts', import.meta.url),
      grants: { readable: [setup.folder], hasGpu: true },
      schemas: { answers: { measure: measuredPacksSchema } },
      silence: { ms: LIMIT_MS, text: 'The models did not run within 5 minutes.' },
      endedText: 'The process that ran the models ended.',
    },
    'measure',
    setup,
  );
}
