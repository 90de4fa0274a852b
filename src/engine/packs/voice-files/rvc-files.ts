import { basename } from 'node:path';
import type { RecognisedVoicePack } from '../recognised-pack.ts';
import type { KnownVoice } from '../recognise/recognise-voice.ts';
import type { EncoderSignature } from '../recognise/voices/encoder-signature.ts';
import type { EstimatorSignature } from '../recognise/voices/estimator-signature.ts';
import type { RvcSignature } from '../recognise/voices/rvc-signature.ts';

/** A file of a set. */
interface SetFile<Ports> {
  readonly path: string;
  /** For messages. */
  readonly name: string;
  readonly ports: Ports;
}

/** The files that change a voice together, as plain data that may cross to another process. */
export interface RvcFiles {
  readonly generator: SetFile<RvcSignature>;
  /** `output` is the one of its outputs that fits the generator. */
  readonly encoder: SetFile<EncoderSignature> & { readonly output: string };
  /** Null where the program's own tracker follows the pitch. */
  readonly estimator: SetFile<EstimatorSignature> | null;
}

/** Layers that generators of each size were taught with. */
const layers = { 256: '9', 768: '12' } as const;

/** Puts the files of a generator together; null when no content encoder fits it. */
export function findRvcFiles(
  generator: RecognisedVoicePack,
  packs: readonly RecognisedVoicePack[],
): RvcFiles | null {
  const { signature } = generator.found;
  const encoder = findEncoder(generator.found, packs);
  if (signature.kind !== 'rvc' || encoder === null) {
    return null;
  }
  const estimators = packs.flatMap(({ path, found }) =>
    found.signature.kind === 'estimator' ? [{ ...nameOf(path), ports: found.signature }] : [],
  );
  return {
    generator: { ...nameOf(generator.path), ports: signature },
    encoder,
    estimator: signature.pitch === null ? null : (estimators[0] ?? null),
  };
}

/** What keeps a generator from being used, in a sentence; null when nothing does. */
export function missingOfRvc(
  generator: KnownVoice,
  others: readonly { readonly path: string; readonly found: KnownVoice }[],
): string | null {
  const { signature } = generator;
  if (signature.kind !== 'rvc' || findEncoder(generator, others) !== null) {
    return null;
  }
  const { size } = signature.features;
  return (
    `RVC needs a content encoder of ${size} numbers as well: ` +
    `put vec-${size}-layer-${layers[size]}.onnx into the folder.`
  );
}

function findEncoder(
  { signature, metadata }: KnownVoice,
  packs: readonly { readonly path: string; readonly found: KnownVoice }[],
): RvcFiles['encoder'] | null {
  if (signature.kind !== 'rvc') {
    return null;
  }
  const { size } = signature.features;
  const layer = layerIn(metadata) ?? layers[size];
  let best: RvcFiles['encoder'] | null = null;
  let bestScore = 0;
  for (const { path, found } of packs) {
    const ports = found.signature;
    for (const output of ports.kind === 'encoder' ? ports.outputs : []) {
      // One that does not say its size may be right: the first run shows it.
      const isSize = output.size === size || (output.size === null && !isOther(path, size));
      const score = isSize
        ? (output.size === size ? 2 : 1) + (isOf(output.name, layer) ? 0.5 : 0)
        : 0;
      if (ports.kind === 'encoder' && score > bestScore) {
        best = { ...nameOf(path), ports, output: output.name };
        bestScore = score;
      }
    }
  }
  return best;
}

function isOf(name: string, layer: string): boolean {
  return name.split(/\D+/).includes(layer);
}

/** Whether a file's name says that it is of another size. */
function isOther(path: string, size: 256 | 768): boolean {
  return basename(path).includes(String(size === 768 ? 256 : 768));
}

/** Exports of w-okada say in JSON which layer they were taught with. */
function layerIn(metadata: KnownVoice['metadata']): string | null {
  return /"embOutputLayer":\s*(\d{1,2})/.exec(metadata['metadata'] ?? '')?.[1] ?? null;
}

function nameOf(path: string): { readonly path: string; readonly name: string } {
  return { path, name: basename(path) };
}
