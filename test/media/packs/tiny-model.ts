import { ProtobufWriter } from '../../../tools/models/protobuf/protobuf-writer.ts';

/** Numbers of types as ONNX counts them. */
export const FLOAT = 1;
export const INT8 = 3;
export const INT32 = 6;
export const INT64 = 7;
export const HALF = 10;
export const DOUBLE = 11;

/** A dimension: a size, or a name for a dynamic one. */
export type Dim = number | string;

/** Writes ONNX models of a few operators with any inputs, outputs and weights. */
export class TinyModel {
  readonly #nodes: ProtobufWriter[] = [];
  readonly #weights: ProtobufWriter[] = [];
  readonly #inputs: ProtobufWriter[] = [];
  readonly #outputs: ProtobufWriter[] = [];
  readonly #metadata: ProtobufWriter[] = [];
  #count = 0;

  input(name: string, dims: readonly Dim[], type = FLOAT): string {
    this.#inputs.push(port(name, dims, type));
    return name;
  }

  output(name: string, value: string, dims: readonly Dim[], type = FLOAT): void {
    this.#addNode('Identity', [value], name, {});
    this.#outputs.push(port(name, dims, type));
  }

  /** Adds an operator and returns the name of its result. */
  node(
    operator: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, number | readonly number[] | ProtobufWriter>> = {},
    domain = '',
  ): string {
    this.#count += 1;
    const result = `${operator}_${this.#count}`;
    this.#addNode(operator, inputs, result, attributes, domain);
    return result;
  }

  floats(dims: readonly number[], values: ArrayLike<number>, name?: string): string {
    const floats = Float32Array.from(values);
    return this.weight(dims, FLOAT, new Uint8Array(floats.buffer), name);
  }

  integers(values: readonly number[]): string {
    const integers = BigInt64Array.from(values, BigInt);
    return this.weight([values.length], INT64, new Uint8Array(integers.buffer));
  }

  weight(dims: readonly number[], type: number, bytes: Uint8Array, name?: string): string {
    this.#count += 1;
    const unique = name ?? `weight_${this.#count}`;
    this.#weights.push(createTensor(dims, type, unique).bytes(9, bytes));
    return unique;
  }

  /** A weight with its values in another file. */
  outside(dims: readonly number[], location: string): string {
    this.#count += 1;
    const name = `outside_${this.#count}`;
    this.#weights.push(outsideTensor(dims, name, location));
    return name;
  }

  metadata(key: string, value: string): void {
    this.#metadata.push(new ProtobufWriter().text(1, key).text(2, value));
  }

  finish(opset = 13): Uint8Array<ArrayBuffer> {
    const graph = new ProtobufWriter();
    for (const node of this.#nodes) {
      graph.message(1, node);
    }
    graph.text(2, 'tiny');
    for (const weight of this.#weights) {
      graph.message(5, weight);
    }
    for (const input of this.#inputs) {
      graph.message(11, input);
    }
    for (const output of this.#outputs) {
      graph.message(12, output);
    }
    const model = new ProtobufWriter()
      .integer(1, 8)
      .text(2, 'tiny')
      .message(7, graph)
      .message(8, new ProtobufWriter().text(1, '').integer(2, opset));
    for (const entry of this.#metadata) {
      model.message(14, entry);
    }
    return model.finish();
  }

  #addNode(
    operator: string,
    inputs: readonly string[],
    result: string,
    attributes: Readonly<Record<string, number | readonly number[] | ProtobufWriter>>,
    domain = '',
  ): void {
    const node = new ProtobufWriter();
    for (const input of inputs) {
      node.text(1, input);
    }
    node.text(2, result).text(4, operator);
    if (domain !== '') {
      node.text(7, domain);
    }
    for (const [name, value] of Object.entries(attributes)) {
      node.message(5, attribute(name, value));
    }
    this.#nodes.push(node);
  }
}

/** The tensor of an attribute or weight that names another file. */
export function outsideTensor(
  dims: readonly number[],
  name: string,
  location: string,
): ProtobufWriter {
  const entry = new ProtobufWriter().text(1, 'location').text(2, location);
  return createTensor(dims, FLOAT, name).message(13, entry).integer(14, 1);
}

function createTensor(dims: readonly number[], type: number, name: string): ProtobufWriter {
  const writer = new ProtobufWriter();
  for (const dim of dims) {
    writer.integer(1, dim);
  }
  return writer.integer(2, type).text(8, name);
}

/** An attribute of an operator, or its default in a function. */
export function attribute(
  name: string,
  value: number | readonly number[] | ProtobufWriter,
): ProtobufWriter {
  const writer = new ProtobufWriter().text(1, name);
  if (typeof value === 'number') {
    return writer.integer(3, value).integer(20, 2);
  }
  if (value instanceof ProtobufWriter) {
    return writer.message(5, value).integer(20, 4);
  }
  for (const entry of value) {
    writer.integer(8, entry);
  }
  return writer.integer(20, 7);
}

function port(name: string, dims: readonly Dim[], type: number): ProtobufWriter {
  const shape = new ProtobufWriter();
  for (const dim of dims) {
    shape.message(
      1,
      typeof dim === 'number'
        ? new ProtobufWriter().integer(1, dim)
        : new ProtobufWriter().text(2, dim),
    );
  }
  const value = new ProtobufWriter().integer(1, type).message(2, shape);
  return new ProtobufWriter().text(1, name).message(2, new ProtobufWriter().message(1, value));
}
