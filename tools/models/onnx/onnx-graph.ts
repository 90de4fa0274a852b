import { ProtobufWriter } from '../protobuf/protobuf-writer.ts';

/** Operator set version of written graphs. */
const OPSET = 20;
const IR_VERSION = 9;
const FLOAT = 1;
const INT64 = 7;

/** Attributes of a node. Numbers become integers; floats are given as `{ float }`. */
export type OnnxAttributes = Readonly<
  Record<string, number | string | readonly number[] | { readonly float: number }>
>;

/** Collects nodes, weights, inputs and outputs of a graph and writes the ONNX file. */
export class OnnxGraph {
  readonly #nodes: GraphNode[] = [];
  readonly #constants: ProtobufWriter[] = [];
  readonly #inputs: ProtobufWriter[] = [];
  readonly #outputs: ProtobufWriter[] = [];
  readonly #outputNames: string[] = [];
  #count = 0;

  /** Adds an operator with one result; returns the name of the result. '' stands for a missing optional input. */
  node(operator: string, inputs: readonly string[], attributes: OnnxAttributes = {}): string {
    const result = this.#unique(operator);
    this.#addNode(operator, inputs, [result], attributes);
    return result;
  }

  /** Adds an operator with several results, such as Split; returns their names. */
  nodeOf(
    operator: string,
    { inputs, resultCount, attributes = {} }: SeveralResults,
  ): readonly string[] {
    const results = Array.from({ length: resultCount }, () => this.#unique(operator));
    this.#addNode(operator, inputs, results, attributes);
    return results;
  }

  floats(dims: readonly number[], values: Float32Array | readonly number[]): string {
    const floats = values instanceof Float32Array ? values : Float32Array.from(values);
    return this.#constant(dims, FLOAT, floats);
  }

  integers(dims: readonly number[], values: readonly number[]): string {
    return this.#constant(dims, INT64, BigInt64Array.from(values, BigInt));
  }

  input(name: string, dims: readonly number[]): void {
    this.#inputs.push(describeValue(name, dims));
  }

  /** Makes `value` an output of the graph under `name`. */
  output(name: string, value: string, dims: readonly number[]): void {
    this.#addNode('Identity', [value], [name], {});
    this.#outputs.push(describeValue(name, dims));
    this.#outputNames.push(name);
  }

  /** Writes the ONNX file. Leaves out nodes that lead to no output, because ONNX Runtime would compute them. */
  finish(name: string): Uint8Array<ArrayBuffer> {
    const graph = new ProtobufWriter();
    for (const node of this.#listNeeded()) {
      graph.message(1, node);
    }
    graph.text(2, name);
    for (const constant of this.#constants) {
      graph.message(5, constant);
    }
    for (const input of this.#inputs) {
      graph.message(11, input);
    }
    for (const output of this.#outputs) {
      graph.message(12, output);
    }
    return new ProtobufWriter()
      .integer(1, IR_VERSION)
      .text(2, 'guise')
      .message(7, graph)
      .message(8, new ProtobufWriter().text(1, '').integer(2, OPSET))
      .finish();
  }

  #unique(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${this.#count}`;
  }

  #addNode(
    operator: string,
    inputs: readonly string[],
    results: readonly string[],
    attributes: OnnxAttributes,
  ): void {
    const node = new ProtobufWriter();
    for (const input of inputs) {
      node.text(1, input);
    }
    for (const result of results) {
      node.text(2, result);
    }
    node.text(3, results[0] ?? operator).text(4, operator);
    for (const [name, value] of Object.entries(attributes)) {
      node.message(5, writeAttribute(name, value));
    }
    this.#nodes.push({ writer: node, inputs, results });
  }

  /** Lists the nodes that lead to outputs, in order. */
  #listNeeded(): readonly ProtobufWriter[] {
    const needed = new Set(this.#outputNames);
    const nodes: ProtobufWriter[] = [];
    for (const { writer, inputs, results } of this.#nodes.toReversed()) {
      if (results.some((name) => needed.has(name))) {
        nodes.push(writer);
        for (const name of inputs) {
          needed.add(name);
        }
      }
    }
    return nodes.toReversed();
  }

  #constant(dims: readonly number[], type: number, values: Float32Array | BigInt64Array): string {
    const name = this.#unique('constant');
    const tensor = new ProtobufWriter();
    for (const dim of dims) {
      tensor.integer(1, dim);
    }
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    tensor.integer(2, type).text(8, name).bytes(9, bytes);
    this.#constants.push(tensor);
    return name;
  }
}

interface GraphNode {
  readonly writer: ProtobufWriter;
  readonly inputs: readonly string[];
  readonly results: readonly string[];
}

interface SeveralResults {
  readonly inputs: readonly string[];
  readonly resultCount: number;
  readonly attributes?: OnnxAttributes;
}

function writeAttribute(name: string, value: OnnxAttributes[string]): ProtobufWriter {
  const attribute = new ProtobufWriter().text(1, name);
  if (typeof value === 'number') {
    return attribute.integer(3, value).integer(20, 2);
  }
  if (typeof value === 'string') {
    return attribute.text(4, value).integer(20, 3);
  }
  if ('float' in value) {
    return attribute.float(2, value.float).integer(20, 1);
  }
  for (const entry of value) {
    attribute.integer(8, entry);
  }
  return attribute.integer(20, 7);
}

/** Writes the ValueInfoProto of a float tensor. */
function describeValue(name: string, dims: readonly number[]): ProtobufWriter {
  const shape = new ProtobufWriter();
  for (const dim of dims) {
    shape.message(1, new ProtobufWriter().integer(1, dim));
  }
  const tensor = new ProtobufWriter().integer(1, FLOAT).message(2, shape);
  return new ProtobufWriter().text(1, name).message(2, new ProtobufWriter().message(1, tensor));
}
