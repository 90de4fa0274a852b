/** Recognises the kind of a model and the purpose of its ports from inputs and outputs alone. */
import type { OnnxHeader, OnnxPort } from '../onnx/onnx-header.ts';
import type { PackKind } from '../../../base/pack-kinds.ts';

/** Memory layout of an image: planar or interleaved. */
export type ImagePortLayout = 'planes' | 'pixels';

/** Input or output that is an image. */
export interface ImagePort {
  readonly name: string;
  readonly isHalf: boolean;
  readonly layout: ImagePortLayout;
  readonly size: number;
  readonly channels: number;
}

/** Input or output that is a vector. */
export interface ListPort {
  readonly name: string;
  readonly type: 'float32' | 'float16' | 'float64';
  readonly dims: readonly number[];
}

/** Signature of a face model. */
export interface Signature {
  readonly kind: PackKind;
  /** Edge of {@link image}; 0 without one. */
  readonly size: number;
  /** Input image; of a swapper, the target. */
  readonly image: ImagePort | null;
  /** Embedding input of a swapper or converter. */
  readonly embedding: ListPort | null;
  /** Image input of a swapper that takes the source as an image. */
  readonly sourceImage: ImagePort | null;
  /** Fidelity input of restorers. */
  readonly weight: ListPort | null;
  /** Main output. */
  readonly output: string;
  readonly outputImage: ImagePort | null;
  /** Mask output of a swapper. */
  readonly mask: ImagePort | null;
}

const EMBEDDING_SIZE = 512;
const PARSER_CLASSES = 19;
const MIN_SIZE = 64;
const MAX_SIZE = 2048;

/** Finds the signature of a face model; null when no supported kind fits. */
export function findSignature(header: OnnxHeader): Signature | null {
  const images = header.inputs.map((port) => toImagePort(port, 3)).filter((port) => port !== null);
  const lists = header.inputs.map((port) => toListPort(port)).filter((port) => port !== null);
  if (images.length + lists.length !== header.inputs.length) {
    return null;
  }
  const embedding = lists.find(({ dims }) => isEmbedding(dims)) ?? null;
  const weight = lists.find(({ dims }) => countElements(dims) === 1) ?? null;
  const [first, second] = images;
  const { inputs } = header;
  if (embedding !== null && inputs.length === 1) {
    return findEmbeddingOutput(header, 'converter', { embedding });
  }
  if (first !== undefined && embedding !== null && inputs.length === 2) {
    return findSwapper(header, { image: first, embedding, sourceImage: null });
  }
  if (first !== undefined && second !== undefined && inputs.length === 2) {
    return findImageSwapper(header, first, second);
  }
  const isAlone = inputs.length === 1 || (inputs.length === 2 && weight !== null);
  return first !== undefined && images.length === 1 && isAlone
    ? findImageModel(header, first, weight)
    : null;
}

type SwapperInputs = Pick<Signature, 'image' | 'embedding' | 'sourceImage'>;

const emptySignature = {
  size: 0,
  image: null,
  embedding: null,
  sourceImage: null,
  weight: null,
  outputImage: null,
  mask: null,
} as const;

function findSwapper(header: OnnxHeader, inputs: SwapperInputs): Signature | null {
  const { image } = inputs;
  if (image === null) {
    return null;
  }
  const output = findOutput(header, 3, image.size);
  if (output === null) {
    return null;
  }
  return {
    ...emptySignature,
    ...inputs,
    kind: 'swapper',
    size: image.size,
    output: output.name,
    outputImage: output,
    mask: findOutput(header, 1, image.size),
  };
}

/** Recognises a swapper with a source image: the smaller input, or the one named so. */
function findImageSwapper(
  header: OnnxHeader,
  first: ImagePort,
  second: ImagePort,
): Signature | null {
  const isNamed = first.name.startsWith('source') !== second.name.startsWith('source');
  if (first.size === second.size && !isNamed) {
    return null;
  }
  const isSource =
    first.size === second.size ? first.name.startsWith('source') : first.size < second.size;
  const [sourceImage, image] = isSource ? [first, second] : [second, first];
  return findSwapper(header, { image, embedding: null, sourceImage });
}

/** Recognises a model of one input image by its output. */
function findImageModel(
  header: OnnxHeader,
  image: ImagePort,
  weight: ListPort | null,
): Signature | null {
  if (image.size === 112) {
    return findEmbeddingOutput(header, 'embedder', { image, size: image.size });
  }
  const kinds = [
    ['restorer', 3],
    ['occluder', 1],
    ['parser', PARSER_CLASSES],
  ] as const;
  for (const [kind, channels] of kinds) {
    const output = findOutput(header, channels, image.size);
    if (output !== null && (weight === null || kind === 'restorer')) {
      return {
        ...emptySignature,
        kind,
        size: image.size,
        image,
        weight,
        output: output.name,
        outputImage: output,
      };
    }
  }
  return null;
}

function findEmbeddingOutput(
  header: OnnxHeader,
  kind: PackKind,
  ports: Partial<Signature>,
): Signature | null {
  const output = header.outputs.find((port) => isEmbedding(toListPort(port)?.dims ?? []));
  return output === undefined ? null : { ...emptySignature, ...ports, kind, output: output.name };
}

/**
 * Finds the first output that is an image of this number of channels and this size. Edges that an export leaves open
 * count as right; the first run shows whether they are.
 */
export function findOutput(header: OnnxHeader, channels: number, size: number): ImagePort | null {
  for (const port of header.outputs) {
    const isOpen = port.dims?.length === 4 && port.dims[1] === channels;
    const dims = port.dims?.map((dim, axis) => (isOpen && axis > 1 ? (dim ?? size) : dim)) ?? null;
    const image = toImagePort({ ...port, dims }, channels);
    if (image?.size === size) {
      return image;
    }
  }
  return null;
}

/**
 * Returns a port as a square image of this number of channels; null for any other port. The batch size is 1 or open.
 */
export function toImagePort(port: OnnxPort, channels: number): ImagePort | null {
  const { dims, name, type } = port;
  if (dims?.length !== 4 || (type !== 'float32' && type !== 'float16') || (dims[0] ?? 1) !== 1) {
    return null;
  }
  const [, second, third, fourth] = dims;
  const isPlanes = second === channels && third === fourth;
  const isPixels = fourth === channels && second === third;
  const size = isPlanes ? third : second;
  if ((!isPlanes && !isPixels) || typeof size !== 'number' || size < MIN_SIZE || size > MAX_SIZE) {
    return null;
  }
  const layout = isPlanes ? 'planes' : 'pixels';
  return { name, isHalf: type === 'float16', layout, size, channels };
}

/** Returns a port as a vector; open dimensions count as 1. */
export function toListPort({ name, type, dims }: OnnxPort): ListPort | null {
  const isFloat = type === 'float32' || type === 'float16' || type === 'float64';
  if (dims === null || dims.length > 2 || !isFloat) {
    return null;
  }
  return { name, type, dims: dims.map((dim) => dim ?? 1) };
}

function isEmbedding(dims: readonly number[]): boolean {
  return dims.length === 2 && dims[0] === 1 && dims[1] === EMBEDDING_SIZE;
}

function countElements(dims: readonly number[]): number {
  return dims.reduce((product, dim) => product * dim, 1);
}

/** Describes the inputs and outputs of a model for a refusal. */
export function describePorts({ inputs, outputs }: OnnxHeader): string {
  const describe = (ports: readonly OnnxPort[]): string =>
    ports
      .slice(0, MAX_DESCRIBED)
      .map(({ name, dims }) => `${name} [${dims?.map((dim) => dim ?? '?').join(', ') ?? '?'}]`)
      .join(', ');
  return `${describe(inputs)} to ${describe(outputs)}`;
}

const MAX_DESCRIBED = 4;
