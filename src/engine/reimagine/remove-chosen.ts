import { AppError } from '../../base/errors.ts';
import { listHeads } from '../head/find-heads.ts';
import type { ImageFace } from '../head/head-view.ts';
import type { RgbaImage } from '../pixels/frame.ts';
import { analyzeImage } from './analysis/image-content.ts';
import { type ChosenFaces, choosePeople } from './people/choose-people.ts';
import { removePeople } from './people/remove-people.ts';
import type { ReimagineOptions } from './request.ts';
import type { ReimagineStep } from '../../instructions/step.ts';

/** An image without the people that a step chose. */
export interface RemovedPeople {
  readonly step: Extract<ReimagineStep, { kind: 'remove_person' }>;
  readonly image: RgbaImage;
  /** Faces of the image before: of those who were taken out, and of the others. */
  readonly faces: ChosenFaces<ImageFace>;
}

/**
 * Takes the chosen people out of an image. Throws `face_not_detected` without a face, and `invalid_input` where the choice
 * is not certain or the result would not be clean.
 */
export function removeChosen(
  image: RgbaImage,
  step: RemovedPeople['step'],
  { analyze, models, original }: Pick<ReimagineOptions, 'analyze' | 'models' | 'original'>,
): RemovedPeople {
  if ((original?.(image) ?? image) !== image) {
    throw new AppError(
      'invalid_input',
      'Nobody can be taken out of a picture that a model drew over. Ask for one after the other.',
    );
  }
  const found = listHeads(image, models);
  if (found.length === 0) {
    throw new AppError(
      'face_not_detected',
      'No face was found, and a person to take out is found by the face. Use a picture that shows it clearly.',
    );
  }
  const faces = choosePeople(found, step.who, image.width);
  const content = analyze?.(image) ?? analyzeImage(image, models);
  return { step, image: removePeople(image, content.mask('person'), faces), faces };
}
