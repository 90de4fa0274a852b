import { readFile } from 'node:fs/promises';

/** A stored tensor of a checkpoint. */
interface StoredTensor {
  readonly storage: string;
  readonly offset: number;
  readonly dims: readonly number[];
}

/** Reads the subset of pickle that checkpoints of tensors need: it creates no objects and runs no code. */
class PickleReader {
  at: number;
  readonly #bytes: Buffer;
  readonly #stack: unknown[] = [];
  readonly #marks: number[] = [];
  readonly #memo = new Map<number, unknown>();

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  read(): unknown {
    for (;;) {
      const code = String.fromCodePoint(this.#bytes[this.at]!);
      this.at += 1;
      if (code === '.') {
        return this.#stack.pop();
      }
      this.#step(code);
    }
  }

  #step(code: string): void {
    if (!this.#readScalar(code) && !this.#readMemo(code) && !this.#build(code)) {
      throw new Error(`The checkpoint has an opcode that is not known: ${JSON.stringify(code)}.`);
    }
  }

  #readScalar(code: string): boolean {
    const stack = this.#stack;
    const singles: Record<string, unknown> = { N: null, '\u0088': true, '\u0089': false };
    const empties: Record<string, () => unknown> = {
      '}': () => new Map(),
      ']': () => [],
      ')': () => [],
    };
    if (code in singles) {
      stack.push(singles[code]);
    } else if (code in empties) {
      stack.push(empties[code]!());
    } else if (code === '\u0080') {
      this.at += 1;
    } else if (code === 'K') {
      stack.push(this.#bytes[this.at]);
      this.at += 1;
    } else if (code === 'M') {
      stack.push(this.#bytes.readUInt16LE(this.at));
      this.at += 2;
    } else if (code === 'J') {
      stack.push(this.#bytes.readInt32LE(this.at));
      this.at += 4;
    } else if (code === 'G') {
      stack.push(this.#bytes.readDoubleBE(this.at));
      this.at += 8;
    } else if (code === '\u008A') {
      const length = this.#bytes[this.at]!;
      stack.push(length > 6 ? NaN : this.#bytes.readIntLE(this.at + 1, length));
      this.at += 1 + length;
    } else if (code === 'X') {
      stack.push(this.#text(this.#bytes.readUInt32LE(this.at), 4));
    } else if (code === 'c') {
      stack.push(`${this.#line()}.${this.#line()}`);
    } else {
      return false;
    }
    return true;
  }

  #readMemo(code: string): boolean {
    if (code === 'q') {
      this.#memo.set(this.#bytes[this.at]!, this.#stack.at(-1));
      this.at += 1;
    } else if (code === 'r') {
      this.#memo.set(this.#bytes.readUInt32LE(this.at), this.#stack.at(-1));
      this.at += 4;
    } else if (code === 'h') {
      this.#stack.push(this.#memo.get(this.#bytes[this.at]!));
      this.at += 1;
    } else if (code === 'j') {
      this.#stack.push(this.#memo.get(this.#bytes.readUInt32LE(this.at)));
      this.at += 4;
    } else {
      return false;
    }
    return true;
  }

  #build(code: string): boolean {
    const stack = this.#stack;
    if (code === '(') {
      this.#marks.push(stack.length);
    } else if (code === 't') {
      stack.push(this.#sinceMark());
    } else if (code === '\u0085' || code === '\u0086' || code === '\u0087') {
      stack.push(stack.splice(stack.length - (code.codePointAt(0)! - 0x84)));
    } else if (code === 'u') {
      this.#setItems(this.#sinceMark());
    } else if (code === 's') {
      this.#setItems(stack.splice(-2));
    } else if (code === 'e') {
      const items = this.#sinceMark();
      (stack.at(-1) as unknown[]).push(...items);
    } else if (code === 'a') {
      const item = stack.pop();
      (stack.at(-1) as unknown[]).push(item);
    } else if (code === 'R') {
      stack.push(reduce(...(stack.splice(-2) as [string, unknown[]])));
    } else if (code === 'b') {
      // The state of an object: hooks and metadata of a module.
      stack.pop();
    } else if (code !== 'Q') {
      return false;
    }
    return true;
  }

  #setItems(items: readonly unknown[]): void {
    const map = this.#stack.at(-1) as Map<unknown, unknown>;
    for (let index = 0; index < items.length; index += 2) {
      map.set(items[index], items[index + 1]);
    }
  }

  #sinceMark(): unknown[] {
    return this.#stack.splice(this.#marks.pop() ?? 0);
  }

  #text(length: number, header: number): string {
    const start = this.at + header;
    this.at = start + length;
    return this.#bytes.toString('utf8', start, this.at);
  }

  #line(): string {
    const end = this.#bytes.indexOf(10, this.at);
    const line = this.#bytes.toString('utf8', this.at, end);
    this.at = end + 1;
    return line;
  }
}

/** Returns the result of a call of the pickle: a tensor, or a map of tensors. */
function reduce(name: string, args: readonly unknown[]): unknown {
  if (name === 'torch._utils._rebuild_tensor_v2') {
    const [storage, offset, dims] = args as [readonly unknown[], number, readonly number[]];
    return { storage: String(storage[2]), offset, dims } satisfies StoredTensor;
  }
  return new Map();
}

/** The float tensors of the entry `model_state` of a checkpoint in the older format of torch. */
export async function readCheckpoint(path: string): Promise<ReadonlyMap<string, Float32Array>> {
  const bytes = await readFile(path);
  let at = 0;
  const parts: unknown[] = [];
  // Magic number, protocol, system, objects, and the order of the stored tensors.
  for (let part = 0; part < 5; part += 1) {
    const reader = new PickleReader(bytes, at);
    parts.push(reader.read());
    at = reader.at;
  }
  const storages = new Map<string, number>();
  for (const key of parts[4] as readonly string[]) {
    storages.set(key, at + 8);
    at += 8 + 4 * Number(bytes.readBigInt64LE(at));
  }
  const state = (parts[3] as Map<string, Map<string, StoredTensor>>).get('model_state');
  const tensors = new Map<string, Float32Array>();
  for (const [name, { storage, offset, dims }] of state ?? []) {
    const start = storages.get(storage)! + 4 * offset;
    const count = dims.reduce((product, dim) => product * dim, 1);
    const values = new Float32Array(count);
    new Uint8Array(values.buffer).set(bytes.subarray(start, start + 4 * count));
    tensors.set(name, values);
  }
  return tensors;
}
