/**
 * Joins branches of a network that differ only in weights, such as those of a face mesh for lips and eyes, into one
 * branch of grouped convolutions:
 *
 *   crops a, b, c -> conv a | conv b | conv c -> ...      becomes      abc -> conv in 3 groups -> ...
 *
 * The cost of small operators depends on their number more than on their work: the mesh takes two thirds of the time.
 */
import { AppError } from '../../../src/base/errors.ts';
import { permute } from '../onnx/channels-first.ts';
import { operatorKinds } from './operator-kinds.ts';
import type { TfliteModel, TfliteOperator, TfliteTensor } from './read-tflite.ts';

/** Tensors of one shape that are concatenated by channels in another tensor. */
interface Bundle {
  readonly members: readonly number[];
  readonly joined: number;
}

interface Position {
  readonly bundle: Bundle;
  readonly position: number;
}

/** Option fields that must be equal, by operator; other operators are not joined. */
const optionsOf: ReadonlyMap<number | string, OptionFields> = new Map([
  [operatorKinds.add, { bytes: [0], integers: [] }],
  [operatorKinds.convolution, { bytes: [0, 3], integers: [1, 2, 4, 5] }],
  [operatorKinds.depthwiseConvolution, { bytes: [0, 4], integers: [1, 2, 5, 6] }],
  [operatorKinds.maxPool, { bytes: [0, 5], integers: [1, 2, 3, 4] }],
  [operatorKinds.prelu, { bytes: [], integers: [] }],
]);

interface OptionFields {
  readonly bytes: readonly number[];
  readonly integers: readonly number[];
}

/** Joins the equal branches of a network; returns a network without such branches unchanged. */
export function mergeBranches(model: TfliteModel): TfliteModel {
  return new BranchMerge(model).run();
}

class BranchMerge {
  readonly #model: TfliteModel;
  readonly #tensors: TfliteTensor[];
  readonly #positions = new Map<number, Position>();
  readonly #picked = new Map<string, number>();
  /** Operators that replace the joined ones. */
  readonly #added: TfliteOperator[] = [];

  constructor(model: TfliteModel) {
    this.#model = model;
    this.#tensors = [...model.tensors];
  }

  run(): TfliteModel {
    let rest = this.#model.operators;
    this.#bundleCutOuts();
    for (let count = -1; count !== rest.length;) {
      count = rest.length;
      rest = this.#joinOnce(rest);
    }
    if (this.#added.length === 0) {
      return this.#model;
    }
    const made = new Set(rest.flatMap(({ outputs }) => outputs));
    for (const index of [...rest.flatMap(({ inputs }) => inputs), ...this.#model.outputs]) {
      if (!made.has(index)) {
        this.#remove(index);
        made.add(index);
      }
    }
    return {
      ...this.#model,
      tensors: this.#tensors,
      operators: isInOrder(this.#model.inputs, this.#tensors, [...rest, ...this.#added]),
    };
  }

  /** Bundles crops of one tensor, at which branches begin. */
  #bundleCutOuts(): void {
    const cuts = Map.groupBy(
      this.#model.operators.filter(({ kind }) => kind === operatorKinds.transformTensor),
      ({ inputs, outputs }) => `${inputs[0]} ${this.#shape(outputs[0]).join('x')}`,
    );
    for (const operators of cuts.values()) {
      if (operators.length > 1) {
        const members = operators.map(({ outputs }) => outputs[0] ?? -1);
        const { joined } = this.#bundle(members);
        this.#add(operatorKinds.joinChannels, members, joined);
      }
    }
  }

  /** Joins operators whose inputs are joined by now; returns the remaining ones. */
  #joinOnce(operators: readonly TfliteOperator[]): readonly TfliteOperator[] {
    const groups = Map.groupBy(operators, (operator) => this.#signature(operator));
    const joined = new Set<TfliteOperator>();
    for (const [signature, group] of groups) {
      if (signature !== null && this.#coversAll(group)) {
        this.#join(group);
        for (const operator of group) {
          joined.add(operator);
        }
      }
    }
    return operators.filter((operator) => !joined.has(operator));
  }

  /**
   * Returns a key that is equal for operators differing only in weights and position; null when they cannot be joined.
   */
  #signature(operator: TfliteOperator): string | null {
    const fields = optionsOf.get(operator.kind);
    if (fields === undefined || operator.outputs.length !== 1) {
      return null;
    }
    const inputs = operator.inputs.map((index) => {
      const position = this.#positions.get(index);
      const isWeights = this.#tensors[index]?.values instanceof Float32Array;
      const shape = this.#shape(index).join('x');
      return position === undefined ? (isWeights ? shape : null) : `of ${position.bundle.joined}`;
    });
    return inputs.includes(null)
      ? null
      : JSON.stringify([
          operator.kind,
          inputs,
          this.#shape(operator.outputs[0]),
          fields.bytes.map((field) => operator.options?.byte(field)),
          fields.integers.map((field) => operator.options?.integer(field)),
        ]);
  }

  /** Checks whether operators of one signature use every member of their input bundles. */
  #coversAll(group: readonly TfliteOperator[]): boolean {
    const [first] = group;
    return (
      group.length > 1 &&
      first !== undefined &&
      first.inputs.every((index, at) => {
        const members = this.#positions.get(index)?.bundle.members ?? [];
        const used = new Set(group.map(({ inputs }) => inputs[at]));
        return members.every((member) => used.has(member));
      })
    );
  }

  #join(group: readonly TfliteOperator[]): void {
    const [first] = group;
    if (first === undefined) {
      return;
    }
    const inputs = first.inputs.map((index, at) => {
      const own = group.map((operator) => operator.inputs[at] ?? -1);
      return this.#positions.has(index) ? this.#pick(own) : this.#joinWeights(first.kind, own);
    });
    const { joined } = this.#bundle(group.map(({ outputs }) => outputs[0] ?? -1));
    this.#added.push({ ...first, inputs, outputs: [joined] });
  }

  /** Returns a tensor of a bundle's members in this order; members may repeat. */
  #pick(members: readonly number[]): number {
    const offsets = members.flatMap((member) => this.#positions.get(member) ?? []);
    const [first] = offsets;
    if (first === undefined) {
      throw new AppError('unsupported_format', 'Branches of the TFLite model do not fit together.');
    }
    const { bundle } = first;
    const positions = offsets.map(({ position }) => position);
    if (positions.length === bundle.members.length && positions.every((from, at) => from === at)) {
      return bundle.joined;
    }
    const key = `${bundle.joined}: ${positions.join(' ')}`;
    const known = this.#picked.get(key);
    if (known !== undefined) {
      return known;
    }
    const picked = this.#addTensor(this.#joinedShape(members));
    this.#addPick(bundle, positions, picked);
    this.#picked.set(key, picked);
    return picked;
  }

  /** Extracts a single member of a bundle, for operators and outputs outside; ignores other tensors. */
  #remove(index: number): void {
    const position = this.#positions.get(index);
    if (position !== undefined) {
      this.#addPick(position.bundle, [position.position], index);
    }
  }

  #addPick({ members, joined }: Bundle, positions: readonly number[], result: number): void {
    const channels = this.#shape(members[0]).at(-1) ?? 0;
    const indices = positions.flatMap((position) =>
      Array.from({ length: channels }, (_, channel) => position * channels + channel),
    );
    const list = this.#addTensor([indices.length], Int32Array.from(indices));
    this.#add(operatorKinds.pickChannels, [joined, list], result);
  }

  /** Concatenates weights: those of convolutions by output channel, those of depthwise ones and others by channel. */
  #joinWeights(kind: number | string, indices: readonly number[]): number {
    const parts = indices.map((index) => this.#tensors[index]!);
    const shape = parts[0]!.shape;
    const axis = kind === operatorKinds.convolution ? 0 : shape.length - 1;
    const order = [axis, ...[...shape.keys()].filter((other) => other !== axis)];
    const moved = parts.map(({ values }) => permute(Float32Array.from(values ?? []), shape, order));
    const all = new Float32Array(moved.reduce((sum, { values }) => sum + values.length, 0));
    let at = 0;
    for (const { values } of moved) {
      all.set(values, at);
      at += values.length;
    }
    const joinedShape = shape.map((size, other) => (other === axis ? size * parts.length : size));
    const back = [...shape.keys()].map((other) => order.indexOf(other));
    const lying = order.map((other) => joinedShape[other] ?? 1);
    return this.#addTensor(joinedShape, permute(all, lying, back).values);
  }

  #bundle(members: readonly number[]): Bundle {
    const bundle = { members, joined: this.#addTensor(this.#joinedShape(members)) };
    members.forEach((member, position) => this.#positions.set(member, { bundle, position }));
    return bundle;
  }

  #joinedShape(members: readonly number[]): readonly number[] {
    const shape = this.#shape(members[0]);
    return [...shape.slice(0, -1), (shape.at(-1) ?? 0) * members.length];
  }

  #shape(index: number | undefined): readonly number[] {
    return this.#tensors[index ?? -1]?.shape ?? [];
  }

  #addTensor(shape: readonly number[], values: TfliteTensor['values'] = null): number {
    this.#tensors.push({ name: '', shape, values });
    return this.#tensors.length - 1;
  }

  #add(kind: string, inputs: readonly number[], result: number): void {
    this.#added.push({ kind, inputs, outputs: [result], options: null, customOptions: null });
  }
}

/** Sorts operators topologically. */
function isInOrder(
  inputs: readonly number[],
  tensors: readonly TfliteTensor[],
  operators: readonly TfliteOperator[],
): readonly TfliteOperator[] {
  const known = new Set(inputs);
  const isKnown = (index: number): boolean =>
    index < 0 || known.has(index) || (tensors[index]?.values ?? null) !== null;
  const ordered: TfliteOperator[] = [];
  let rest = operators;
  for (let count = -1; count !== ordered.length;) {
    count = ordered.length;
    rest = rest.filter((operator) => {
      const isReady = operator.inputs.every(isKnown);
      if (isReady) {
        ordered.push(operator);
        for (const index of operator.outputs) {
          known.add(index);
        }
      }
      return !isReady;
    });
  }
  // The rest has missing inputs, which the conversion reports.
  return [...ordered, ...rest];
}
