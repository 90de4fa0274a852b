import { limits } from '../../../contract/api/limits.ts';
import {
  leaveToModel,
  type PromptModel,
} from '../../../instructions/prompt/wishes/leave-to-model.ts';
import type { PromptPart } from '../../../instructions/prompt/prompt.ts';
import { readPrompt } from '../../../instructions/prompt/read-prompt.ts';
import { proposeWishes } from '../../../instructions/prompt/wishes/propose-wishes.ts';
import { modelFolderOption, modelOptions, readModels } from '../model-options.ts';
import { printJson, printLine } from '../print.ts';
import { type Arguments, type ConsoleCommand, UsageError } from '../usage.ts';
import { jsonOption } from '../with-owner.ts';

/** Shows how a prompt for images or videos is interpreted. */
export const instructionsCommand: ConsoleCommand = {
  usage: {
    line: 'PROMPT [OPTIONS]',
    description:
      'Shows the result of parsing a prompt for reimagine-image or reimagine-video, without running it: the\n' +
      'steps, wishes without a step, and words that are not understood; with --diffusion also the wishes that\n' +
      'are passed to that model.',
    options: {
      video: { description: 'The prompt is for a video.' },
      pictures: {
        value: 'N',
        description: `Number of pictures, ${limits.reimagineImages.min} to ${limits.reimagineImages.max} (default 1).`,
      },
      negative: { value: 'TEXT', description: 'Negative prompt: content to avoid.' },
      ...modelFolderOption,
      diffusion: modelOptions.diffusion,
      ...jsonOption,
    },
    maxArguments: 1,
  },

  async run(args) {
    const [prompt] = args.positionals;
    if (prompt === undefined) {
      throw new UsageError('instructions takes a PROMPT in quotation marks.');
    }
    const isVideo = args.has('video');
    const options = {
      isVideo,
      pictures: isVideo ? 0 : (args.whole('pictures', limits.reimagineImages) ?? 1),
      ...(args.text('negative') === null ? {} : { negative: args.text('negative') ?? '' }),
    };
    const whole = readPrompt(prompt, options);
    const model = isVideo ? null : await findPromptModel(args);
    const { read, left } = (model === null ? null : leaveToModel(whole, model)) ?? {
      read: whole,
      left: null,
    };
    const { language, steps } = read;
    const toLine = ({ words, says }: Pick<PromptPart, 'words' | 'says'>) => ({
      words,
      says: says[language],
    });
    const understood = read.understood.map(toLine);
    const notOffered = read.notOffered.map(toLine);
    const proposals =
      left === null ? proposeWishes(prompt, read, options).map(({ part }) => toLine(part)) : [];
    const leftToModel = (left?.parts ?? []).map(toLine);
    if (args.has('json')) {
      printJson({
        language,
        understood,
        not_offered: notOffered,
        not_understood: read.notUnderstood,
        did_you_mean: proposals,
        steps,
        ...(model === null ? {} : { left_to_model: leftToModel }),
      });
    } else {
      const rows = [
        ...understood.map(({ words, says }) => `will be done    “${words}”: ${says}`),
        ...leftToModel.map(({ words, says }) => `left to a model “${words}”: ${says}`),
        ...notOffered.map(({ words, says }) => `not offered     “${words}”: ${says}`),
        ...read.notUnderstood.map((words) => `not understood  “${words}”`),
        ...proposals.map(({ words, says }) => `did you mean    “${words}”: ${says}`),
      ];
      printLine(rows.join('\n'));
    }
    return 0;
  },
};

/** The model that is named; null where none is. Throws what {@link readModels} throws. */
async function findPromptModel(args: Arguments): Promise<PromptModel | null> {
  if (args.text('diffusion') === null) {
    return null;
  }
  // The import loads the inference runtime, which no other prompt needs.
  const { findPromptModel } = await import('../../../capabilities/kit/prompt-model.ts');
  return findPromptModel(await readModels(args));
}
