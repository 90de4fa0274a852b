/**
 * Reads the header of an untrusted ONNX file: every count and length is bounded, weights are skipped, and errors are
 * typed refusals that name the file. Only files that pass are handed to ONNX Runtime.
 */
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../../../base/errors.ts';
import { FieldWalk, type OnnxField, type FileSpan } from './onnx-fields.ts';
import { FileWindow } from './file-window.ts';
import type { NumberType, OnnxHeader, OnnxPort, OnnxTensor } from './onnx-header.ts';

/** Maximum size of a protocol buffer. */
const MAX_FILE_BYTES = 2 ** 31 - 1;
const MAX_NAME_BYTES = 1024;
const MAX_METADATA_BYTES = 16_384;
const MAX_METADATA_COUNT = 64;
const MAX_PORTS = 4096;
const MAX_INITIALIZERS = 100_000;
const MAX_EXTERNAL_FILES = 16;
const MAX_DOMAINS = 64;
const MAX_DIMS = 16;
/** Maximum nesting of graphs in nodes. */
const MAX_DEPTH = 8;

const types: Readonly<Record<number, NumberType>> = {
  1: 'float32',
  2: 'uint8',
  6: 'int32',
  7: 'int64',
  10: 'float16',
  11: 'float64',
};
const knownDomains: ReadonlySet<string> = new Set(['', 'ai.onnx', 'ai.onnx.ml', 'com.microsoft']);

/**
 * Reads the header of a file. Throws `unsupported_format` when it is no valid ONNX model, `not_found` when it is
 * missing.
 */
export async function readOnnxHeader(path: string, name = basename(path)): Promise<OnnxHeader> {
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw new AppError('not_found', `${name} cannot be opened.`, { cause });
  });
  try {
    const stat = await handle.stat();
    const window = new FileWindow(handle, name, stat.size);
    if (!stat.isFile()) {
      throw window.refusal('is no file');
    }
    if (stat.size === 0 || stat.size > MAX_FILE_BYTES) {
      throw window.refusal(
        stat.size === 0 ? 'is empty' : 'is larger than the 2 GB an ONNX file can have',
      );
    }
    return await new HeaderReader(window).read();
  } finally {
    await handle.close();
  }
}

class HeaderReader {
  readonly #window: FileWindow;
  readonly #walk: FieldWalk;
  readonly #inputs: OnnxPort[] = [];
  readonly #outputs: OnnxPort[] = [];
  readonly #initializers = new Set<string>();
  readonly #external = new Set<string>();
  readonly #domains = new Set<string>();
  readonly #ownDomains = new Set<string>();
  readonly #metadata: Record<string, string> = {};
  #last: OnnxTensor | null = null;
  #irVersion = 0;
  #opset = 0;
  #producer = '';
  #hasGraph = false;

  constructor(window: FileWindow) {
    this.#window = window;
    this.#walk = new FieldWalk(window);
  }

  async read(): Promise<OnnxHeader> {
    for await (const field of this.#walk.fields({ start: 0, end: this.#window.sizeBytes })) {
      await this.#readModelField(field);
    }
    const inputs = this.#inputs.filter(({ name }) => !this.#initializers.has(name));
    if (!this.#hasGraph || this.#irVersion < 1 || this.#opset < 1) {
      throw this.#window.refusal('is no ONNX model');
    }
    if (inputs.length === 0 || this.#outputs.length === 0) {
      throw this.#window.refusal('is a model without inputs or outputs');
    }
    return {
      sizeBytes: this.#window.sizeBytes,
      irVersion: this.#irVersion,
      producer: this.#producer,
      opset: this.#opset,
      inputs,
      outputs: this.#outputs,
      lastInitializer: this.#last,
      externalFiles: [...this.#external],
      foreignOperators: [...this.#domains].filter(
        (domain) => !knownDomains.has(domain) && !this.#ownDomains.has(domain),
      ),
      metadata: this.#metadata,
    };
  }

  async #readModelField(field: OnnxField): Promise<void> {
    if (field.kind === 'integer') {
      this.#irVersion = field.field === 1 ? field.integer : this.#irVersion;
      return;
    }
    switch (field.field) {
      case 2:
        this.#producer = await this.#text(field);
        break;
      case 7:
        this.#hasGraph = true;
        await this.#readGraph(field, 0);
        break;
      case 8:
        await this.#readOpset(field);
        break;
      case 14:
        await this.#readMetadata(field);
        break;
      case 25:
        await this.#readFunction(field);
        break;
      default:
    }
  }

  async #readOpset(span: FileSpan): Promise<void> {
    let domain = '';
    let version = 0;
    for await (const field of this.#walk.fields(span)) {
      if (field.field === 1) {
        domain = await this.#text(field);
      } else if (field.field === 2) {
        version = field.integer;
      }
    }
    if (domain === '' || domain === 'ai.onnx') {
      this.#opset = version;
    }
  }

  async #readMetadata(span: FileSpan): Promise<void> {
    const { key, value } = await this.#readEntry(span, MAX_METADATA_BYTES);
    if (Object.keys(this.#metadata).length < MAX_METADATA_COUNT) {
      Object.defineProperty(this.#metadata, key, { value, enumerable: true, configurable: true });
    }
  }

  /** Reads a local function: it defines its operator domain; its nodes and default attributes are checked too. */
  async #readFunction(span: FileSpan): Promise<void> {
    for await (const field of this.#walk.fields(span)) {
      if (field.field === 10) {
        add(this.#ownDomains, await this.#text(field), MAX_DOMAINS, this.#window);
      } else if (field.field === 7) {
        await this.#readNode(field, 1);
      } else if (field.field === 11) {
        await this.#readAttribute(field, 1);
      }
    }
  }

  async #readGraph(span: FileSpan, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) {
      throw this.#window.refusal(`has graphs inside of graphs more than ${MAX_DEPTH} deep`);
    }
    for await (const field of this.#walk.fields(span)) {
      if (field.kind !== 'bytes') {
        continue;
      }
      if (field.field === 1) {
        await this.#readNode(field, depth);
      } else if (field.field === 5) {
        const tensor = await this.#readTensor(field);
        if (depth === 0) {
          this.#last = tensor;
          add(this.#initializers, tensor.name, MAX_INITIALIZERS, this.#window);
        }
      } else if (field.field === 15) {
        await this.#readSparse(field);
      } else if (depth === 0 && (field.field === 11 || field.field === 12)) {
        const ports = field.field === 11 ? this.#inputs : this.#outputs;
        if (ports.length === MAX_PORTS) {
          throw this.#window.refusal(`has more than ${MAX_PORTS} inputs or outputs`);
        }
        ports.push(await this.#readPort(field));
      }
    }
  }

  async #readNode(span: FileSpan, depth: number): Promise<void> {
    for await (const field of this.#walk.fields(span)) {
      if (field.field === 7 && field.kind === 'bytes') {
        add(this.#domains, await this.#text(field), MAX_DOMAINS, this.#window);
      } else if (field.field === 5 && field.kind === 'bytes') {
        await this.#readAttribute(field, depth);
      }
    }
  }

  /** Reads an attribute, which may hold weights and graphs that name files. */
  async #readAttribute(span: FileSpan, depth: number): Promise<void> {
    for await (const field of this.#walk.fields(span)) {
      if (field.kind !== 'bytes') {
        continue;
      }
      if (field.field === 5 || field.field === 10) {
        await this.#readTensor(field);
      } else if (field.field === 6 || field.field === 11) {
        await this.#readGraph(field, depth + 1);
      } else if (field.field === 22 || field.field === 23) {
        await this.#readSparse(field);
      }
    }
  }

  async #readSparse(span: FileSpan): Promise<void> {
    for await (const field of this.#walk.fields(span)) {
      if (field.kind === 'bytes' && (field.field === 1 || field.field === 2)) {
        await this.#readTensor(field);
      }
    }
  }

  async #readTensor(span: FileSpan): Promise<OnnxTensor> {
    const dims: number[] = [];
    let type: NumberType = 'other';
    let name = '';
    let raw: OnnxTensor['raw'] = null;
    for await (const field of this.#walk.fields(span)) {
      switch (field.field) {
        case 1:
          dims.push(...(await this.#walk.integers(field, MAX_DIMS)));
          break;
        case 2:
          type = types[field.integer] ?? 'other';
          break;
        case 8:
          name = await this.#text(field);
          break;
        case 9:
          raw = { start: field.start, end: field.end };
          break;
        case 13:
          await this.#readExternal(field);
          break;
        default:
      }
    }
    if (dims.length > MAX_DIMS) {
      throw this.#window.refusal(`has a weight of ${dims.length} dimensions`);
    }
    return { name, type, dims, raw };
  }

  async #readExternal(span: FileSpan): Promise<void> {
    const { key, value } = await this.#readEntry(span, MAX_NAME_BYTES);
    if (key === 'location') {
      add(this.#external, value, MAX_EXTERNAL_FILES, this.#window);
    }
  }

  async #readEntry(span: FileSpan, maxBytes: number): Promise<{ key: string; value: string }> {
    const entry = { key: '', value: '' };
    for await (const field of this.#walk.fields(span)) {
      if (field.field === 1) {
        entry.key = await this.#text(field);
      } else if (field.field === 2) {
        entry.value = await this.#window.readText(field.start, field.end, maxBytes);
      }
    }
    return entry;
  }

  async #readPort(span: FileSpan): Promise<OnnxPort> {
    let name = '';
    let type: NumberType = 'other';
    let dims: OnnxPort['dims'] = null;
    for await (const field of this.#walk.fields(span)) {
      if (field.field === 1) {
        name = await this.#text(field);
      } else if (field.field === 2) {
        for await (const kind of this.#walk.fields(field)) {
          if (kind.field === 1 && kind.kind === 'bytes') {
            ({ type, dims } = await this.#readTensorType(kind));
          }
        }
      }
    }
    return { name, type, dims };
  }

  async #readTensorType(span: FileSpan): Promise<Pick<OnnxPort, 'type' | 'dims'>> {
    let type: NumberType = 'other';
    let dims: (number | null)[] | null = null;
    for await (const field of this.#walk.fields(span)) {
      if (field.field === 1) {
        type = types[field.integer] ?? 'other';
      } else if (field.field === 2) {
        dims = [];
        for await (const dim of this.#walk.fields(field)) {
          if (dim.field === 1) {
            dims.push(await this.#findDim(dim));
          }
        }
        if (dims.length > MAX_DIMS) {
          throw this.#window.refusal(`has an input or output of ${dims.length} dimensions`);
        }
      }
    }
    return { type, dims };
  }

  async #findDim(span: FileSpan): Promise<number | null> {
    let size: number | null = null;
    for await (const field of this.#walk.fields(span)) {
      // Open dimensions are written as a name, as 0 or as a negative number.
      if (field.field === 1 && field.integer > 0 && field.integer < 2 ** 31) {
        size = field.integer;
      }
    }
    return size;
  }

  async #text(field: OnnxField): Promise<string> {
    if (field.kind !== 'bytes') {
      throw this.#window.refusal('is no ONNX model: a name is missing its text');
    }
    return this.#window.readText(field.start, field.end, MAX_NAME_BYTES);
  }
}

function add(set: Set<string>, value: string, maxCount: number, window: FileWindow): void {
  set.add(value);
  if (set.size > maxCount) {
    throw window.refusal(`lists more than ${maxCount} weights, files or sets of operators`);
  }
}
