import { AppError } from '../../base/errors.ts';
import { listHeads } from '../head/find-heads.ts';
import type { ImageFace } from '../head/head-view.ts';
import type { RgbaImage } from '../pixels/frame.ts';
import { toI420 } from '../pixels/yuv.ts';
import { createFaceFinder } from '../track/face-finder.ts';
import { analyzeImage } from './analysis/image-content.ts';
import { applySteps } from './apply-steps.ts';
import { createSceneAnchors, type Edit, type HeadGuard } from './edit.ts';
import { type CoveredHead, toHeadRegion } from './face/anonymise.ts';
import { arrangeCollage } from './framing/crop-and-extend.ts';
import { choosePeople } from './people/choose-people.ts';
import { removePeople } from './people/remove-people.ts';
import { arrangeGroup, type GroupImage, type GroupMember } from './framing/group-image.ts';
import { copyRaster } from './raster/raster.ts';
import type { ChosenPeople, ReimagineOptions, ReimagineResult, SkippedStep } from './request.ts';
import type { ReimagineStep } from '../../instructions/step.ts';
import { drawCaption, setCaption } from './words/caption.ts';

/**
 * Changes the first image by steps, in a fixed order; the other images are referenced by the steps by number. A collage
 * contains all images, each changed; a group is changed after its composition. Throws `invalid_input` when a step names
 * a missing image, and `face_not_detected` when nothing can be done without a face, or when a person is to be
 * anonymised and no face was found. The same input gives the same bytes; input images stay unchanged.
 */
export async function reimagine(
  given: readonly RgbaImage[],
  steps: readonly ReimagineStep[],
  options: ReimagineOptions,
): Promise<ReimagineResult> {
  const without = removeChosen(given, steps, options);
  const { images } = without;
  const imageAt = (number: number): RgbaImage => pickImage(images, number);
  const isCollage = steps.some(({ kind }) => kind === 'collage');
  const group = steps.some(({ kind }) => kind === 'group')
    ? await groupPeople(images, steps, options)
    : null;
  const changed = group !== null ? [group.image] : isCollage ? images : [imageAt(findFront(steps))];
  const edits: Edit[] = [];
  const skipped: SkippedStep[] = [];
  for (const [index, image] of changed.entries()) {
    await breathe(options);
    const content =
      options.analyze?.(image) ?? analyzeImage(image, options.models, group?.people ?? null);
    const edit: Edit = {
      raster: copyRaster(image),
      content,
      guard: createStillGuard(image, options),
      chosen: [],
      captionFont: options.captionFont,
      hasAlpha: false,
      models: options.models,
      anchors: createSceneAnchors(),
      seconds: STILL_SECONDS,
      frame: 0,
      isQuick: false,
      imageAt,
    };
    skipped.push(
      ...(await run(edit, isCollage ? steps.filter(({ kind }) => kind !== 'words') : steps, {
        ...options,
        onProgress: (fraction) => options.onProgress?.((index + fraction) / changed.length),
      })),
    );
    edits.push(edit);
  }
  refuseWithoutFace(steps, skipped);
  const [{ raster, hasAlpha }] = edits;
  const chosen = [...without.chosen, ...edits.flatMap((edit) => edit.chosen)];
  if (!isCollage) {
    return { image: raster, hasAlpha, skipped, chosen };
  }
  const collage = arrangeCollage(
    edits.map((edit) => ({ image: edit.raster, faces: edit.content.faces })),
  );
  for (const step of steps) {
    if (step.kind === 'words') {
      const caption = setCaption(collage, step, options.captionFont());
      if (caption === null) {
        skipped.push({ step, reason: 'no_room' });
      } else {
        drawCaption(collage, caption, step);
      }
    }
  }
  return { image: collage, hasAlpha: false, skipped, chosen };
}

/** Takes the chosen people out of the first image, or out of the one that is put in front of a background. */
function removeChosen(
  images: readonly RgbaImage[],
  steps: readonly ReimagineStep[],
  { analyze, models, original }: ReimagineOptions,
): { readonly images: readonly RgbaImage[]; readonly chosen: readonly ChosenPeople[] } {
  const step = steps.find((other) => other.kind === 'remove_person');
  if (step === undefined) {
    return { images, chosen: [] };
  }
  const at = findFront(steps) - 1;
  const image = pickImage(images, at + 1);
  if (steps.some(({ kind }) => kind === 'group' || kind === 'collage')) {
    throw new AppError(
      'invalid_input',
      'People are taken out of one picture, not of a group or collage. Ask for one after the other.',
    );
  }
  if ((original?.(image) ?? image) !== image) {
    throw new AppError(
      'invalid_input',
      'Nobody can be taken out of a picture that a model drew over. Ask for one after the other.',
    );
  }
  const faces = listHeads(image, models);
  if (faces.length === 0) {
    throw new AppError(
      'face_not_detected',
      'No face was found, and a person to take out is found by the face. Use a picture that shows it clearly.',
    );
  }
  const choice = choosePeople(faces, step.who, image.width);
  const content = analyze?.(image) ?? analyzeImage(image, models);
  const removed = removePeople(image, content.mask('person'), choice);
  return {
    images: images.with(at, removed),
    chosen: [{ step, changed: choice.chosen.length, kept: choice.others.length }],
  };
}

/** Composes the people of all images except those that become the background. */
async function groupPeople(
  images: readonly RgbaImage[],
  steps: readonly ReimagineStep[],
  options: ReimagineOptions,
): Promise<GroupImage> {
  const { analyze, models, original } = options;
  const grounds = steps.flatMap((step) =>
    step.kind === 'background_picture' ? [step.picture] : [],
  );
  const members = images.flatMap((image, index) =>
    grounds.includes(index + 1) ? [] : [{ image, number: index + 1 }],
  );
  if (steps.some(({ kind }) => kind === 'anonymise')) {
    members.forEach(({ image, number }) => {
      // Heads of the original lie elsewhere in a group, and would not be covered there.
      if ((original?.(image) ?? image) !== image) {
        throw new AppError(
          'invalid_input',
          `Picture ${number} was drawn over by a model, and who is in it cannot be made unrecognisable in a group. Ask for one after the other.`,
        );
      }
    });
  }
  const people: GroupMember[] = [];
  for (const { image, number } of members) {
    await breathe(options);
    const content = analyze?.(image) ?? analyzeImage(image, models);
    const { faces } = content;
    const skin = faces.length > 0 ? content.mask('skin') : null;
    people.push({ number, image, faces, person: content.mask('person'), skin });
  }
  return arrangeGroup(people);
}

/** Lets other work of the thread run, and ends an aborted change. */
async function breathe({ pause, signal }: ReimagineOptions): Promise<void> {
  await pause();
  signal?.throwIfAborted();
}

function createStillGuard(image: RgbaImage, { models, original }: ReimagineOptions): HeadGuard {
  // A model may have left a head recognisable or drawn new ones: the heads of both images are covered.
  const seen = new Set([original?.(image) ?? image, image]);
  return {
    listHeads(who) {
      const heads = [...seen].flatMap((image) => listHeads(image, models));
      if (heads.length === 0) {
        throw new AppError(
          'face_not_detected',
          'No face was found that could be made unrecognisable, so nothing was let through. Use a picture that shows faces clearly.',
        );
      }
      if (who !== undefined && seen.size > 1) {
        throw new AppError(
          'invalid_input',
          'Nobody can be chosen in a picture that a model drew over. Ask for one after the other.',
        );
      }
      const { chosen, others } =
        who === undefined ? { chosen: heads, others: [] } : choosePeople(heads, who, image.width);
      const toRegions = (faces: readonly ImageFace[]): readonly CoveredHead[] =>
        faces.map(({ box }) => toHeadRegion(box));
      return { covered: toRegions(chosen), kept: toRegions(others) };
    },
    findUncovered: (raster) =>
      createFaceFinder(models)
        .find(toI420(raster))
        .map(({ box }) => toHeadRegion(box)),
  };
}

/** Time in seconds at which particles of stills are drawn: they are well distributed then. */
const STILL_SECONDS = 1.7;

function findFront(steps: readonly ReimagineStep[]): number {
  const step = steps.find((other) => other.kind === 'background_picture');
  return step?.front ?? 1;
}

function pickImage(images: readonly RgbaImage[], number: number): RgbaImage {
  const image = images[number - 1];
  if (image === undefined) {
    throw new AppError(
      'invalid_input',
      `Picture ${number} is asked for, but there ${images.length === 1 ? 'is one picture' : `are ${images.length} pictures`}.`,
    );
  }
  return image;
}

async function run(
  edit: Edit,
  steps: readonly ReimagineStep[],
  options: ReimagineOptions,
): Promise<readonly SkippedStep[]> {
  const stages = applySteps(edit, steps);
  for (;;) {
    const stage = stages.next();
    if (stage.done === true) {
      return stage.value;
    }
    options.onProgress?.(stage.value);
    await breathe(options);
  }
}

function refuseWithoutFace(steps: readonly ReimagineStep[], skipped: readonly SkippedStep[]): void {
  if (skipped.length >= steps.length && skipped.some(({ reason }) => reason === 'no_face')) {
    throw new AppError(
      'face_not_detected',
      'No face was found, and nothing that was asked for can be done without one. Use a picture that shows a face clearly.',
    );
  }
}
