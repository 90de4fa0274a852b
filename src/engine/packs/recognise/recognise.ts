import type { OnnxHeader } from '../onnx/onnx-header.ts';
import type { PackKind } from '../../../base/pack-kinds.ts';
import { packFamilies, UNKNOWN_LICENCE, type PackFamily, type PackLicence } from './families.ts';
import { type KnownBody, recogniseBody } from './recognise-body.ts';
import { type KnownDiffusion, recogniseDiffusion } from './recognise-diffusion.ts';
import { type KnownMatting, recogniseMatting } from './recognise-matting.ts';
import { type KnownTalk, recogniseTalk } from './recognise-talk.ts';
import { recogniseVoice, type AlmostKnownVoice, type KnownVoice } from './recognise-voice.ts';
import { describePorts, findSignature, type Signature } from './signature.ts';

/** Result of recognising a file. */
export type Recognition =
  | KnownFace
  | KnownVoice
  | KnownTalk
  | KnownBody
  | KnownDiffusion
  | KnownMatting
  | {
      readonly isKnown: false;
      readonly kind: PackKind | null;
      readonly licence: PackLicence;
      readonly refusal: string;
    };

/** Recognised face model. */
export interface KnownFace {
  readonly isKnown: true;
  readonly of: 'face';
  readonly family: PackFamily;
  readonly signature: Signature;
  readonly licence: PackLicence;
  /** Reason why the recognised model cannot be used; null when it can. */
  readonly refusal: string | null;
  /** Remark for the user. */
  readonly note: string | null;
}

const EMAP_DIMS = [512, 512];
const LONGEST_LICENCE = 200;

/** Recognises a model: by its shapes first, by its file name where several kinds share them. */
export function recognise(header: OnnxHeader, fileName: string): Recognition {
  const signature = findSignature(header);
  const name = normaliseName(fileName);
  const licence = findLicence(header);
  const matting = recogniseMatting(header, name, licence);
  if (signature === null) {
    const other = recogniseTalk(header, name, licence) ?? recogniseDiffusion(header, licence);
    if (other !== null) {
      return { ...other, refusal: other.refusal ?? findForeignProblem(header) };
    }
    const body = recogniseBody(header, name, licence);
    if (body !== null) {
      return { ...body, refusal: findForeignProblem(header) };
    }
    const voice = recogniseVoice(header, name, licence);
    if (voice !== null) {
      return refuseForeign(voice, header);
    }
    if (matting !== null) {
      return refuseForeignMatting(matting, header);
    }
    const named = findNamed(packFamilies, name);
    const verdict =
      named === null ? 'No model of this shape is known' : `This is not ${named.label}`;
    return {
      isKnown: false,
      kind: null,
      licence: licence ?? UNKNOWN_LICENCE,
      refusal: `${verdict}: it goes from ${describePorts(header)}.`,
    };
  }
  const candidates = packFamilies.filter((family) => isOfFamily(family, signature));
  // Occluders and matting networks can have the same shape; the size or the name decides.
  const isMatting = matting !== null && (candidates.length === 0 || isNamedMatting(matting));
  if (isMatting) {
    return refuseForeignMatting(matting, header);
  }
  const named = findNamed(candidates, name);
  const byShape = candidates.filter(({ isKnownByShape }) => isKnownByShape);
  const masked = signature.mask === null ? null : candidates.find(isHyperswap);
  const family = named ?? masked ?? (byShape.length === 1 ? byShape[0] : null) ?? null;
  if (family === null) {
    return {
      isKnown: false,
      kind: signature.kind,
      licence: licence ?? UNKNOWN_LICENCE,
      refusal: refuseUnnamed(candidates, header),
    };
  }
  return {
    isKnown: true,
    of: 'face',
    family,
    signature,
    // A matching name identifies the file; a shape alone does not identify its author.
    licence:
      licence ??
      (named !== null || family.family === 'inswapper' ? family.licence : UNKNOWN_LICENCE),
    refusal: family.refusal ?? findForeignProblem(header) ?? refuseContent(family, header),
    note: named === null ? `Taken for ${family.label} by its shape; its name says nothing.` : null,
  };
}

function isNamedMatting(matting: NonNullable<ReturnType<typeof recogniseMatting>>): boolean {
  return matting.isKnown && matting.note === null;
}

function refuseForeignMatting(
  matting: NonNullable<ReturnType<typeof recogniseMatting>>,
  header: OnnxHeader,
): Recognition {
  return matting.isKnown ? { ...matting, refusal: findForeignProblem(header) } : matting;
}

function isHyperswap({ family }: PackFamily): boolean {
  return family === 'hyperswap';
}

/** Checks whether the inputs and outputs fit a family. */
function isOfFamily(family: PackFamily, signature: Signature): boolean {
  if (family.kind !== signature.kind) {
    return false;
  }
  if (signature.image !== null && !family.sizes.includes(signature.size)) {
    return false;
  }
  if (family.kind !== 'swapper') {
    return true;
  }
  if ((family.source === 'picture') !== (signature.sourceImage !== null)) {
    return false;
  }
  const { sourceImage } = signature;
  return sourceImage === null || (family.family === 'blendswap') === (sourceImage.size === 112);
}

/** Returns the family with the longest matching hint. */
function findNamed(families: readonly PackFamily[], name: string): PackFamily | null {
  let best: PackFamily | null = null;
  let longest = 0;
  for (const family of families) {
    for (const hint of family.hints) {
      if (hint.length > longest && name.includes(hint)) {
        best = family;
        longest = hint.length;
      }
    }
  }
  return best;
}

function refuseUnnamed(candidates: readonly PackFamily[], header: OnnxHeader): string {
  if (candidates.length === 0) {
    return `No model of this size is known: it goes from ${describePorts(header)}.`;
  }
  const labels = candidates.map(({ label }) => label).join(', ');
  const hints = candidates.flatMap(({ hints: [hint] }) => hint ?? []).join(', ');
  return `Several models have this shape (${labels}). Put ${hints} into the name of the file to say which.`;
}

/** Refuses a voice model that needs operators ONNX Runtime does not have. */
function refuseForeign(voice: KnownVoice | AlmostKnownVoice, header: OnnxHeader): Recognition {
  const foreign = voice.isKnown ? findForeignProblem(header) : null;
  return !voice.isKnown || foreign === null
    ? voice
    : { isKnown: false, kind: voice.family.kind, licence: voice.licence, refusal: foreign };
}

function findForeignProblem({ foreignOperators: foreign }: OnnxHeader): string | null {
  return foreign.length === 0
    ? null
    : `It needs operators that are not built in: ${foreign.slice(0, 4).join(', ')}.`;
}

/** Returns what the file of a known family lacks, or null. */
function refuseContent({ label, source }: PackFamily, header: OnnxHeader): string | null {
  const { lastInitializer: last } = header;
  const isEmap = last?.dims.join() === EMAP_DIMS.join() && last.raw !== null;
  return source === 'mapped_embedding' && !isEmap
    ? `It lacks the matrix of ${EMAP_DIMS.join(' by ')} numbers that ${label} keeps as its last weight.`
    : null;
}

/** Returns the licence in the metadata of a file. */
function findLicence({ metadata }: OnnxHeader): PackLicence | null {
  for (const [key, value] of Object.entries(metadata)) {
    if (/^licen[cs]e$/i.test(key) && value.trim() !== '') {
      return { text: `${value.trim().slice(0, LONGEST_LICENCE)} (says the file)`, use: 'unknown' };
    }
  }
  return null;
}

/** Reduces a file name to lower-case letters and digits. */
function normaliseName(fileName: string): string {
  return fileName
    .toLowerCase()
    .replace(/\.onnx$/, '')
    .replaceAll(/[^a-z0-9]/g, '');
}
