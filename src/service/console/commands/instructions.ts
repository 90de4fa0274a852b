import { limits } from '../../../contract/api/limits.ts';
import type { PromptPart } from '../../../instructions/prompt/prompt.ts';
import { readPrompt } from '../../../instructions/prompt/read-prompt.ts';
import { printJson, printLine } from '../print.ts';
import { type ConsoleCommand, UsageError } from '../usage.ts';
import { jsonOption } from '../with-owner.ts';

/** Shows how a prompt for pictures or videos is read. */
export const instructionsCommand: ConsoleCommand = {
  usage: {
    line: 'PROMPT [OPTIONS]',
    about:
      'Shows what a prompt for reimagine-image or reimagine-video comes to, without running anything: what is\n' +
      'done, what is understood and not offered, and what is not understood.',
    options: {
      video: { about: 'The prompt is for a video.' },
      pictures: {
        value: 'N',
        about: `How many pictures are sent, ${limits.reimagineImages.min} to ${limits.reimagineImages.max}; by default 1.`,
      },
      negative: { value: 'TEXT', about: 'What is to be avoided.' },
      ...jsonOption,
    },
    maxArguments: 1,
  },

  run(given) {
    const [prompt] = given.positionals;
    if (prompt === undefined) {
      throw new UsageError('instructions takes a PROMPT in quotation marks.');
    }
    const isVideo = given.has('video');
    const read = readPrompt(prompt, {
      isVideo,
      pictures: isVideo ? 0 : (given.whole('pictures', limits.reimagineImages) ?? 1),
      ...(given.text('negative') === null ? {} : { negative: given.text('negative') ?? '' }),
    });
    const { language, steps } = read;
    const toLine = ({ words, says }: PromptPart) => ({ words, says: says[language] });
    const understood = read.understood.map(toLine);
    const notOffered = read.notOffered.map(toLine);
    if (given.has('json')) {
      printJson({
        language,
        understood,
        not_offered: notOffered,
        not_understood: read.notUnderstood,
        steps,
      });
    } else {
      const rows = [
        ...understood.map(({ words, says }) => `will be done    “${words}”: ${says}`),
        ...notOffered.map(({ words, says }) => `not offered     “${words}”: ${says}`),
        ...read.notUnderstood.map((words) => `not understood  “${words}”`),
      ];
      printLine(rows.join('\n'));
    }
    return Promise.resolve(0);
  },
};
