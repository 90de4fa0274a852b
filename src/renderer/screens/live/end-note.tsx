import { X } from 'lucide-react';
import { IconButton } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useApp, useLive } from '../../app/app-context.ts';
import type { TextKey } from '../../i18n/en.ts';
import { warningText } from '../../i18n/foreign-words.ts';
import { useText } from '../../i18n/use-text.ts';
import type { ShownLiveEnd } from '../../live/live-view.ts';

/** How the last session ended, until it is read, and what the running one did not understand. */
export function EndNote() {
  const { live } = useApp();
  const text = useText();
  const { t } = text;
  const end = useLive((state) => state.end);
  const warnings = useLive((state) => state.warnings);
  return (
    <>
      {end === null ? null : (
        <Note
          tone={end.error === null ? 'info' : 'danger'}
          title={t(titleKey(end))}
          action={
            <IconButton
              label={t('action.close')}
              icon={X}
              onPress={() => live.getState().forgetEnd()}
            />
          }
        >
          {t(textKey(end))}
        </Note>
      )}
      {warnings.length === 0 ? null : (
        <Note
          tone="warning"
          title={t('output.warning.title')}
          action={
            <IconButton
              label={t('action.close')}
              icon={X}
              onPress={() => live.getState().forgetWarnings()}
            />
          }
        >
          {warnings.map((warning) => warningText(text, warning)).join(' ')}
        </Note>
      )}
    </>
  );
}

function titleKey({ reason, error }: ShownLiveEnd): TextKey {
  return error === null || reason === 'lost'
    ? `output.ended.${reason}.title`
    : `error.${error.code}.title`;
}

function textKey({ reason, error }: ShownLiveEnd): TextKey {
  return error === null || reason === 'lost'
    ? `output.ended.${reason}.text`
    : `error.${error.code}.advice`;
}
