import type { InstructionRule } from '../rule.ts';
import { backgroundRules } from './background.ts';
import { captionRules } from './captions.ts';
import { faceRules } from './faces.ts';
import { framingRules } from './framing.ts';
import { gradeRules } from './grades.ts';
import { notOfferedRules } from './not-offered.ts';
import { imageRules } from './pictures.ts';
import { personRules } from './persons.ts';
import { sceneRules } from './scenes.ts';

/** All effects on images and videos, in the order of the documentation. */
export const reimagineRules: readonly InstructionRule[] = [
  ...backgroundRules,
  ...sceneRules,
  ...gradeRules,
  ...faceRules,
  ...personRules,
  ...imageRules,
  ...framingRules,
  ...captionRules,
  ...notOfferedRules,
];
