import { embeddedProfileId } from '../../contract/profiles.ts';
import { useLive, useProfiles, useSettings } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { errorWords } from '../i18n/error-words.ts';

/** The swapped picture that only the user sees; null while there is none to show. */
export function usePreview(): MediaStream | null {
  return useLive(({ preview, hasPreviewed }) => (hasPreviewed ? preview : null));
}

/** What the picture does not show yet; null while it shows all that was chosen. */
export function useChangeNote(): string | null {
  const { t } = useText();
  return useLive(({ isChanging }) => isChanging) ? t('output.changing') : null;
}

/** Why the preview shows the plain camera; null where it does not, or where the user wants it so. */
export function usePreviewNote(): string | null {
  const text = useText();
  const { t } = text;
  const isShown = usePreview() !== null;
  const isStarting = useLive(({ preview }) => preview !== null);
  const error = useLive(({ previewError }) => previewError);
  const isHere = useProfiles(({ list }) => list.activeId === embeddedProfileId);
  const choice = useSettings(({ settings }) => settings.live);
  if (isShown || !choice.hasSwappedPreview || choice.characterId === null) {
    return null;
  }
  if (!isHere) {
    return t('preview.elsewhere');
  }
  if (error !== null) {
    return t('preview.failed', { why: errorWords(text, error).title });
  }
  return isStarting ? t('preview.starting') : null;
}
