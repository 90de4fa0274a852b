/** The measuring process: takes one setup, answers and waits to be ended. */
import { measureChoice } from '../../capabilities/kit/measure-choice.ts';
import type { MeasuredPacks, PackSetup } from '../../contract/model-packs.ts';
import { serveProcess } from '../sandbox/serve-process.ts';

const methods = {
  measure: (setup: PackSetup): Promise<MeasuredPacks> => measureChoice(setup),
};

/** Methods of the process. */
export type MeasureMethods = typeof methods;

serveProcess(methods);
