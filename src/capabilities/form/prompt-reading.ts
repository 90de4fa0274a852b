import type { ReadPrompt } from '../../instructions/prompt/read-prompt.ts';

/** What reads prompts, and examples of what can be asked in a language. */
export interface PromptReader {
  /** `pictures`: how many are sent; none with a video. */
  read(prompt: string, sent: { readonly pictures: number; readonly isVideo: boolean }): ReadPrompt;
  suggest(language: ReadPrompt['language']): string;
}

/** Fields that hold what should change, by the operation's feature. */
const promptFields: Readonly<Record<string, { readonly isVideo: boolean }>> = {
  reimagine_image: { isVideo: false },
};

/** Whether a field says in words what should change, and of what; null for every other one. */
export function findPromptField(
  feature: string,
  field: string,
): { readonly isVideo: boolean } | null {
  return field === 'prompt' ? (promptFields[feature] ?? null) : null;
}

/** Few enough to be read while one types. */
const SUGGESTIONS = 5;

/** Fetches the words and rules; they are large and only wanted where somebody writes a prompt. */
export async function loadPromptReader(): Promise<PromptReader> {
  const { readPrompt } = await import('../../instructions/prompt/read-prompt.ts');
  const { describeWishes } = await import('../../instructions/prompt/describe-wishes.ts');
  return {
    read: readPrompt,
    suggest: (language) =>
      describeWishes(language, false).split('; ').slice(0, SUGGESTIONS).join(', '),
  };
}
