import { invariant } from '../../base/errors.ts';

/**
 * Loaded network with one input and fixed shapes that runs synchronously. The caller fills `input`, calls `run`, and
 * reads `outputs`; their memory stays the same for the life of the model.
 */
export interface FixedModel {
  readonly input: Float32Array;
  /** Names as in the source model. */
  readonly outputs: Readonly<Record<string, Float32Array>>;
  run(): void;
}

/** Returns the output of `model` called `name`; a missing one means that another model was passed in. */
export function toOutput(model: FixedModel, name: string): Float32Array {
  const output = model.outputs[name];
  invariant(output !== undefined, `the model has an output ${name}`);
  return output;
}
