import type { InstructionRule } from '../rule.ts';
import { backgroundRules } from './background.ts';
import { captionRules } from './captions.ts';
import { faceRules } from './faces.ts';
import { framingRules } from './framing.ts';
import { gradeRules } from './grades.ts';
import { notOfferedRules } from './not-offered.ts';
import { pictureRules } from './pictures.ts';
import { sceneRules } from './scenes.ts';

/** Everything that may be asked of pictures and videos, in the order it is explained. */
export const reimagineRules: readonly InstructionRule[] = [
  ...backgroundRules,
  ...sceneRules,
  ...gradeRules,
  ...faceRules,
  ...pictureRules,
  ...framingRules,
  ...captionRules,
  ...notOfferedRules,
];
