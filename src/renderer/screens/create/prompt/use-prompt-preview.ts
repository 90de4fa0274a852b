import { useEffect, useState } from 'react';
import type { ChangePreview, PreviewWords } from '../../../../contract/change-preview.ts';
import { toAppError } from '../../../app/to-app-error.ts';
import { useApp, useDraft } from '../../../app/app-context.ts';
import { isUsable } from '../../../stores/draft-files.ts';

/** Preview of the form's prompt. */
export interface ShownPreview {
  /** Preview of these words, or of earlier ones during an update; null for none. */
  readonly preview: ChangePreview | null;
  /** False when faces have to be covered and none was found. */
  readonly hasFace: boolean;
  /** True when the preview belongs to an earlier text. */
  readonly isLate: boolean;
}

/** Debounce time while a slider moves or the user types. */
const PAUSE_MS = 60;
const NOTHING: ShownPreview = { preview: null, hasFace: true, isLate: false };

/**
 * Requests previews for the files of a field, one at a time: later input is used for the next request. Files
 * are inspected before there is a prompt, because detecting faces takes longer than most edits.
 */
export function usePromptPreview(field: string, words: PreviewWords): ShownPreview {
  const { bridge } = useApp();
  const files = useDraft((state) =>
    (state.slots[field] ?? [])
      .filter(isUsable)
      .map(({ file }) => file.id)
      .join(' '),
  );
  const { prompt, negative, isVideo } = words;
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [line] = useState(createLine);
  const wanted = JSON.stringify([files, prompt, negative, isVideo]);
  useEffect(() => {
    if (files === '') {
      line.cancel();
      return undefined;
    }
    const ids = files.split(' ');
    const timer = setTimeout(() => {
      line.ask(async () => {
        const next = await bridge
          .call('files.preview', { ids, words: { prompt, negative, isVideo } })
          .then((preview) => ({ preview, hasFace: true }))
          .catch((error: unknown) => ({
            preview: null,
            hasFace: toAppError(error).code !== 'face_not_detected',
          }));
        return () => setAnswer({ ...next, files, of: wanted });
      });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [bridge, line, wanted, files, prompt, negative, isVideo]);
  useEffect(() => () => line.cancel(), [line]);
  // Other files are not shown as they would have become.
  return answer === null || answer.files !== files
    ? NOTHING
    : { preview: answer.preview, hasFace: answer.hasFace, isLate: answer.of !== wanted };
}

interface Answer extends Omit<ShownPreview, 'isLate'> {
  readonly files: string;
  /** Files and words that it is of. */
  readonly of: string;
}

type Question = () => Promise<() => void>;

/** Sends one request after the other; of the waiting ones only the newest, and only its reply is shown. */
function createLine() {
  let waiting: Question | null = null;
  let isAsking = false;
  let number = 0;
  const run = async (question: Question): Promise<void> => {
    isAsking = true;
    const own = number;
    const show = await question();
    isAsking = false;
    if (own === number) {
      show();
    }
    const next = waiting;
    waiting = null;
    if (next !== null) {
      void run(next);
    }
  };
  return {
    ask(question: Question): void {
      number += 1;
      if (isAsking) {
        waiting = question;
      } else {
        void run(question);
      }
    },
    cancel(): void {
      number += 1;
      waiting = null;
    },
  };
}
