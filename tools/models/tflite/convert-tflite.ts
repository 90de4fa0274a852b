import { AppError } from '../../../src/base/errors.ts';
import type { ConvertedModel } from '../converted-model.ts';
import { toChannelsLast } from '../onnx/channels-first.ts';
import { TfliteConversion } from './conversion.ts';
import { mergeBranches } from './merge-branches.ts';
import { operatorWriters } from './operators.ts';
import { toPlainWeights } from './plain-weights.ts';
import { readTflite, type TfliteModel } from './read-tflite.ts';

/**
 * Converts a TFLite model. The result has the same inputs and outputs in the same layout; float16 weights become
 * float32. Throws `unsupported_format` with the operator's name when an operator is not supported.
 */
export function convertTflite(file: Uint8Array, name: string): ConvertedModel {
  return convertGraph(readTflite(file), name);
}

/** Converts a parsed model, see {@link convertTflite}. */
export function convertGraph(parsed: TfliteModel, name: string): ConvertedModel {
  const model = mergeBranches(toPlainWeights(parsed));
  const conversion = new TfliteConversion(model);
  for (const operator of model.operators) {
    const write = operatorWriters.get(operator.kind);
    if (write === undefined) {
      throw new AppError(
        'unsupported_format',
        `The TFLite operator ${operator.kind} of ${name} is not supported.`,
      );
    }
    write(conversion, operator);
  }
  const outputs = model.outputs.map((index) => {
    const { name: tensorName, shape } = conversion.tensor(index);
    const outputName = tensorName.replaceAll(/\W/g, '_');
    conversion.graph.output(
      outputName,
      toChannelsLast(conversion.graph, conversion.value(index)),
      shape,
    );
    return { name: outputName, shape };
  });
  const inputs = model.inputs.map((index) => {
    const { name: tensorName, shape } = conversion.tensor(index);
    return { name: tensorName, shape };
  });
  return { file: conversion.graph.finish(name), inputs, outputs };
}
