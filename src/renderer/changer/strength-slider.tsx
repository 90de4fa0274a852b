import { Slider } from '../../ui/slider.tsx';
import { useApp } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import type { ChangerView } from './changer-view.ts';
import { useChanger } from './use-changer.ts';

/** Returns whether the strength of the change can be set: before a session, and in one whose voice supports it. */
export function canSetStrength({ session }: Pick<ChangerView, 'session'>): boolean {
  return session.phase !== 'live' || session.hasStrength;
}

/** Slider for the strength of the chosen voice. */
export function StrengthSlider() {
  const { changer, attempt } = useApp();
  const { t } = useText();
  const strength = useChanger(({ choice }) => choice.strength);
  return (
    <Slider
      label={t('changer.strength')}
      value={strength}
      min={0}
      max={1}
      step={0.05}
      format={{ style: 'percent' }}
      onChange={(value) => void attempt(() => changer.getState().choose({ strength: value }))}
    />
  );
}
