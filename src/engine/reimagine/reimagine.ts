import { AppError } from '../../base/errors.ts';
import type { RgbaImage } from '../pixels/frame.ts';
import { analyzeImage } from './analysis/image-content.ts';
import { applySteps } from './apply-steps.ts';
import { coverFaces } from './cover-faces.ts';
import { createSceneAnchors, type Edit } from './edit.ts';
import { arrangeCollage } from './framing/crop-and-extend.ts';
import { arrangeGroup, type GroupImage, type GroupMember } from './framing/group-image.ts';
import { refuseUnclear } from './people/choose-people.ts';
import { copyRaster } from './raster/raster.ts';
import { type RemovedPeople, removeChosen } from './remove-chosen.ts';
import type { ChosenPeople, ReimagineOptions, ReimagineResult, SkippedStep } from './request.ts';
import { createStillGuard, countHeads } from './still-guard.ts';
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
  const removal = removeFrom(given, steps, options);
  const images = removal === null ? given : given.with(findFront(steps) - 1, removal.image);
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
      guard: createStillGuard(image, options, removal?.faces),
      chosen: [],
      captionFont: options.captionFont,
      hasAlpha: false,
      models: options.models,
      anchors: createSceneAnchors(),
      seconds: STILL_SECONDS,
      frame: 0,
      isQuick: false,
      imageAt,
      groundAt: (number) => coverGround(imageAt(number), steps, options),
    };
    skipped.push(
      ...(await run(edit, isCollage ? steps.filter(({ kind }) => kind !== 'words') : steps, {
        ...options,
        onProgress: (fraction) => options.onProgress?.((index + fraction) / changed.length),
      })),
    );
    edits.push(edit);
  }
  refuseWithoutFace(steps, skipped, edits.length);
  const [{ raster, hasAlpha }] = edits;
  const chosen = [...countRemoved(removal), ...edits.flatMap((edit) => edit.chosen)];
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
function removeFrom(
  images: readonly RgbaImage[],
  steps: readonly ReimagineStep[],
  options: ReimagineOptions,
): RemovedPeople | null {
  const step = steps.find((other) => other.kind === 'remove_person');
  if (step === undefined) {
    return null;
  }
  if (steps.some(({ kind }) => kind === 'group' || kind === 'collage')) {
    throw new AppError(
      'invalid_input',
      'People are taken out of one picture, not of a group or collage. Ask for one after the other.',
    );
  }
  return removeChosen(pickImage(images, findFront(steps)), step, options);
}

/**
 * Makes the people of a background unrecognisable where those in front of it are. Throws `invalid_input` where some were
 * chosen, because nobody in a background is surely to stay visible.
 */
function coverGround(
  image: RgbaImage,
  steps: readonly ReimagineStep[],
  options: ReimagineOptions,
): RgbaImage {
  const covers = steps.filter((step) => step.kind === 'anonymise');
  const count = covers.length === 0 ? 0 : countHeads(image, options);
  if (count === 0) {
    return image;
  }
  if (covers.some(({ who }) => who !== undefined)) {
    throw refuseUnclear(count);
  }
  const covered = copyRaster(image);
  for (const step of covers) {
    coverFaces(covered, createStillGuard(image, options), step);
  }
  return covered;
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

function countRemoved(removal: RemovedPeople | null): readonly ChosenPeople[] {
  if (removal === null) {
    return [];
  }
  const { step, faces } = removal;
  return [{ step, changed: faces.chosen.length, kept: faces.others.length }];
}

/** Throws `face_not_detected` where every step was omitted in all of `count` images, for want of a face. */
function refuseWithoutFace(
  steps: readonly ReimagineStep[],
  skipped: readonly SkippedStep[],
  count: number,
): void {
  const isOmitted = (step: ReimagineStep): boolean =>
    skipped.filter((omitted) => omitted.step === step).length >= count;
  if (steps.every(isOmitted) && skipped.some(({ reason }) => reason === 'no_face')) {
    throw new AppError(
      'face_not_detected',
      'No face was found, and nothing that was asked for can be done without one. Use a picture that shows a face clearly.',
    );
  }
}
