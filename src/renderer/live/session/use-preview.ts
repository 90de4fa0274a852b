import { embeddedProfileId } from '../../../contract/profiles.ts';
import { useLive, useProfiles, useSettings } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { describeError } from '../../i18n/describe-error.ts';

/** Swapped preview video for the user alone; null while there is none. */
export function usePreview(): MediaStream | null {
  return useLive(({ preview, hasPreviewed }) => (hasPreviewed ? preview : null));
}

/** Note about a pending change; null when the video shows all settings. */
export function useChangeNote(): string | null {
  const { t } = useText();
  return useLive(({ isChanging }) => isChanging) ? t('output.changing') : null;
}

/** Reason why the preview shows the plain camera; null when it does not, or when the user wants it. */
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
    return t('preview.failed', { why: describeError(text, error).title });
  }
  return isStarting ? t('preview.starting') : null;
}
