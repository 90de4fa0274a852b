import { basename } from 'node:path';
import type { RecognisedVoicePack } from '../recognised-pack.ts';
import type { KnownVoice } from '../recognise/recognise-voice.ts';
import type { EncoderSignature } from '../recognise/voices/encoder-signature.ts';
import type { EstimatorSignature } from '../recognise/voices/estimator-signature.ts';
import type { RvcSignature } from '../recognise/voices/rvc-signature.ts';

/** File of an RVC set. */
interface SetFile<Ports> {
  readonly path: string;
  /** File name for messages. */
  readonly name: string;
  readonly ports: Ports;
}

/** Files of a voice conversion, as plain data that can be sent to another process. */
export interface RvcFiles {
  readonly generator: SetFile<RvcSignature>;
  /** `output` is the encoder's output that fits the generator. */
  readonly encoder: SetFile<EncoderSignature> & { readonly output: string };
  /** Null when the built-in tracker tracks the pitch. */
  readonly estimator: SetFile<EstimatorSignature> | null;
}

/** Encoder layers that generators of each feature size were trained with. */
const layers = { 256: '9', 768: '12' } as const;

/** Collects the files of a generator; null when no content encoder fits. */
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
    found.signature.kind === 'estimator' ? [{ ...toNamedFile(path), ports: found.signature }] : [],
  );
  return {
    generator: { ...toNamedFile(generator.path), ports: signature },
    encoder,
    estimator: signature.pitch === null ? null : (estimators[0] ?? null),
  };
}

/** Returns a sentence on what the generator lacks; null when it is complete. */
export function describeMissingEncoder(
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
  const layer = findLayer(metadata) ?? layers[size];
  let best: RvcFiles['encoder'] | null = null;
  let bestScore = 0;
  for (const { path, found } of packs) {
    const ports = found.signature;
    for (const output of ports.kind === 'encoder' ? ports.outputs : []) {
      // An encoder of unknown size may fit: the first run shows it.
      const isSize = output.size === size || (output.size === null && !isOther(path, size));
      const score = isSize
        ? (output.size === size ? 2 : 1) + (isOf(output.name, layer) ? 0.5 : 0)
        : 0;
      if (ports.kind === 'encoder' && score > bestScore) {
        best = { ...toNamedFile(path), ports, output: output.name };
        bestScore = score;
      }
    }
  }
  return best;
}

function isOf(name: string, layer: string): boolean {
  return name.split(/\D+/).includes(layer);
}

/** Checks whether the file's name states the other feature size. */
function isOther(path: string, size: 256 | 768): boolean {
  return basename(path).includes(String(size === 768 ? 256 : 768));
}

/** Returns the encoder layer that w-okada exports state in their JSON metadata. */
function findLayer(metadata: KnownVoice['metadata']): string | null {
  return /"embOutputLayer":\s*(\d{1,2})/.exec(metadata['metadata'] ?? '')?.[1] ?? null;
}

function toNamedFile(path: string): { readonly path: string; readonly name: string } {
  return { path, name: basename(path) };
}
