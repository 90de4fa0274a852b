import { resolve, join } from 'node:path';
import type { PackSetup } from '../../contract/model-packs.ts';
import { readLocation } from './data-folder.ts';
import { type Arguments, type Option, UsageError } from './usage.ts';

/** Option of commands that look into the folder of models. */
export const modelFolderOption = {
  models: {
    value: 'DIR',
    description: 'Folder of model packs (GUISE_MODELS; default: models in the\ndata folder).',
  },
} as const satisfies Readonly<Record<string, Option>>;

/** Options of commands that use models. */
export const modelOptions = {
  ...modelFolderOption,
  swapper: { value: 'ID', description: 'Model that swaps faces; "models" lists the ids.' },
  restorer: { value: 'ID', description: 'Model that restores the detail of swapped faces.' },
  occluder: {
    value: 'ID',
    isList: true,
    description: 'Model that keeps hands and hair in front of swapped faces.',
  },
  'sound-to-mouth': {
    value: 'ID',
    description: 'Model that moves the mouths of avatars and lip sync by audio.',
  },
  'mouth-painter': { value: 'ID', description: 'Model that renders the mouths of lip sync.' },
  'portrait-animator': { value: 'ID', description: 'Model that animates portraits of avatars.' },
  'pose-estimator': { value: 'ID', description: 'Model that finds the joints of animated people.' },
  'human-parser': { value: 'ID', description: 'Model that segments the parts of animated people.' },
  diffusion: {
    value: 'ID',
    description: 'Model that changes pictures by instructions that no step supports.',
  },
  matting: { value: 'ID', description: 'Model that finds people in pictures and videos.' },
} as const satisfies Readonly<Record<string, Option>>;

/** Options that name one model each. */
const oneModel = [
  'swapper',
  'restorer',
  'sound-to-mouth',
  'mouth-painter',
  'portrait-animator',
  'pose-estimator',
  'human-parser',
  'diffusion',
  'matting',
] as const;

/** The folder of models. */
export function readModelFolder(args: Arguments): string {
  const folder = args.text('models') ?? process.env['GUISE_MODELS'] ?? null;
  return folder === null ? join(readLocation(args).folder, 'models') : resolve(folder);
}

/** Returns whether a model is chosen by the arguments. */
export function choosesModels(args: Arguments): boolean {
  return (
    oneModel.some((name) => args.text(name) !== null) ||
    args.list('occluder').length > 0 ||
    args.text('models') !== null
  );
}

/**
 * Reads the models of {@link modelOptions}. Throws `not_found` or `unsupported_format` when one is unusable, so
 * that the operator learns it before any customer.
 */
export async function readModels(args: Arguments): Promise<PackSetup> {
  const folder = readModelFolder(args);
  const swapper = args.text('swapper');
  const restorer = args.text('restorer');
  const occluders = [...args.list('occluder')];
  if (swapper !== null) {
    // The import loads the inference runtime: 20 MB that a service without packs does not need.
    const { checkPackChoice } = await import('../../engine/packs/open-packs.ts');
    await checkPackChoice(folder, { swapper, restorer, occluders });
  } else if (restorer !== null || occluders.length > 0) {
    throw new UsageError('--restorer and --occluder work only together with --swapper.');
  }
  const talk = {
    soundToMouth: args.text('sound-to-mouth'),
    mouthPainter: args.text('mouth-painter'),
    portraitAnimator: args.text('portrait-animator'),
  };
  if (Object.values(talk).some((id) => id !== null)) {
    const { checkTalkChoice } = await import('../../engine/talk/neural/select-talk-packs.ts');
    await checkTalkChoice(folder, talk);
  }
  const body = {
    poseEstimator: args.text('pose-estimator'),
    humanParser: args.text('human-parser'),
  };
  if (Object.values(body).some((id) => id !== null)) {
    const { checkBodyChoice } = await import('../../engine/body/neural/open-body-packs.ts');
    await checkBodyChoice(folder, body);
  }
  const pictures = { diffusion: args.text('diffusion'), matting: args.text('matting') };
  if (Object.values(pictures).some((id) => id !== null)) {
    const { checkImagePackChoice } = await import('../../engine/packs/select-image-packs.ts');
    await checkImagePackChoice(folder, pictures);
  }
  return { folder, choice: { swapper, restorer, occluders, ...talk, ...body, ...pictures } };
}
