import { AppError } from '../../../src/base/errors.ts';
import type { ConvertedModel, NamedShape } from '../converted-model.ts';
import { toChannelsLast } from '../onnx/channels-first.ts';
import { toNode, TfjsConversion } from './conversion.ts';
import { nodeWriters } from './operators.ts';
import { readTfjs, type TfjsNode } from './read-tfjs.ts';

/**
 * Converts the part of a TFJS graph model that leads to `outputs` (names of nodes, with their shapes). The result has
 * the same inputs and outputs in the same layout, for a batch of one. Throws `unsupported_format` with the operator's
 * name when an operator is not supported.
 */
export function convertTfjs(
  source: { readonly name: string; readonly graph: string; readonly weights: Uint8Array },
  outputs: readonly NamedShape[],
): ConvertedModel {
  const model = readTfjs(source.graph, source.weights);
  const needed = findNeeded(
    model.nodes,
    outputs.map(({ name }) => name),
  );
  const conversion = new TfjsConversion(model);
  const inputs: NamedShape[] = [];
  for (const node of model.nodes.filter(({ name }) => needed.has(name))) {
    if (node.op === 'Placeholder') {
      inputs.push({ name: node.name, shape: conversion.addInput(node) });
    } else if (node.op !== 'Const') {
      const write = nodeWriters.get(node.op);
      if (write === undefined) {
        throw new AppError(
          'unsupported_format',
          `The TFJS operator ${node.op} of ${source.name} is not supported.`,
        );
      }
      write(conversion, node);
    }
  }
  const named = outputs.map(({ name, shape }) => {
    const output = name.replaceAll(/\W/g, '_');
    const value = conversion.value(name);
    conversion.graph.output(output, toChannelsLast(conversion.graph, value), shape);
    return { name: output, shape };
  });
  return { file: conversion.graph.finish(source.name), inputs, outputs: named };
}

/** Returns the names of all nodes that the outputs depend on. */
function findNeeded(nodes: readonly TfjsNode[], outputs: readonly string[]): ReadonlySet<string> {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const needed = new Set<string>();
  const open = [...outputs];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const name = toNode(next);
    if (!needed.has(name)) {
      needed.add(name);
      open.push(...(byName.get(name)?.input ?? []));
    }
  }
  return needed;
}
