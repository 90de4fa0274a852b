import { Button } from '../../ui/button.tsx';
import { useApp } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { findAudioCable } from '../session/virtual-devices.ts';
import { useChanger } from './use-changer.ts';

/**
 * Guide for passing the voice to other programs on Windows and macOS: a third-party audio cable, detected by
 * its name.
 */
export function CableGuide() {
  const { about, changer, attempt } = useApp();
  const { t } = useText();
  const outputs = useChanger((state) => state.outputs);
  const outputId = useChanger((state) => state.choice.outputId);
  if (about.platform !== 'win32' && about.platform !== 'darwin') {
    return null;
  }
  const cable = findAudioCable(outputs);
  if (cable === null) {
    const isMac = about.platform === 'darwin';
    return <p className="tile-hint">{t(isMac ? 'changer.cable_mac' : 'changer.cable_windows')}</p>;
  }
  const { product, microphone } = cable;
  if (cable.outputId === outputId) {
    return <p className="tile-hint">{t('changer.cable_used', { microphone })}</p>;
  }
  return (
    <>
      <p className="tile-hint">{t('changer.cable_found', { product })}</p>
      <Button
        onPress={() => void attempt(() => changer.getState().choose({ outputId: cable.outputId }))}
      >
        {t('changer.cable_use', { product })}
      </Button>
    </>
  );
}
