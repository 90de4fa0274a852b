import { Switch } from '../../../ui/switch.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useLiveChoice } from './use-output-status.ts';

/**
 * Settings: whether the preview shows the character, where that is free, and whether the video size is reduced
 * automatically.
 */
export function VideoSwitches() {
  const { t } = useText();
  const { choice, change } = useLiveChoice();
  return (
    <>
      <Switch isSelected={choice.hasAutoSize} onChange={(hasAutoSize) => change({ hasAutoSize })}>
        {t('output.auto_size')}
      </Switch>
      <Switch
        isSelected={choice.hasSwappedPreview}
        onChange={(hasSwappedPreview) => change({ hasSwappedPreview })}
      >
        {t('preview.switch')}
      </Switch>
    </>
  );
}
