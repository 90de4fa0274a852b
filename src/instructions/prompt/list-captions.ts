import { readPrompt } from './read-prompt.ts';

/** Lists what a prompt writes and where, its other steps and the reasons for what is not done, for tests. */
export function listCaptions(prompt: string, pictures = 1): string {
  const { steps, notOffered, notUnderstood } = readPrompt(prompt, { pictures });
  return [
    ...steps.map((step) =>
      step.kind === 'words' ? `${step.text} @${step.place.down} ${step.place.across}` : step.kind,
    ),
    ...notOffered.map(({ wish }) => `! ${wish}`),
    ...notUnderstood.map((words) => `? ${words}`),
  ].join(', ');
}
