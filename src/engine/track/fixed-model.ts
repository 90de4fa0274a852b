import { invariant } from '../../base/errors.ts';

/**
 * A loaded network with one input and fixed shapes that runs where it is called. The caller fills
 * `input`, calls `run`, and reads `outputs`; all of them stay the same memory for the life of the model.
 */
export interface FixedModel {
  readonly input: Float32Array;
  /** As the source names them. */
  readonly outputs: Readonly<Record<string, Float32Array>>;
  run(): void;
}

/** The output of `model` called `name`; a missing one means that another model was handed in. */
export function outputOf(model: FixedModel, name: string): Float32Array {
  const output = model.outputs[name];
  invariant(output !== undefined, `the model has an output ${name}`);
  return output;
}
