import { LevelMeter } from '../../ui/level-meter.tsx';
import { useText } from '../i18n/use-text.ts';
import { useChanger } from './use-changer.ts';

/** Level meters of the microphone and the output. */
export function VoiceMeters() {
  const facts = useChanger((state) => state.facts);
  const { t } = useText();
  const isOn = useChanger((state) => state.microphone === 'on');
  return isOn ? (
    <>
      <PeakMeter label={t('changer.level_in')} peak={facts?.inPeak ?? 0} />
      <PeakMeter label={t('changer.level_out')} peak={facts?.outPeak ?? 0} />
    </>
  ) : null;
}

/** A level by its peak, 0..1; null where nothing is measured. */
export function PeakMeter(props: { readonly label: string; readonly peak: number | null }) {
  const { label, peak } = props;
  const { t } = useText();
  const peakDb = peak === null || peak < 0.001 ? null : 20 * Math.log10(peak);
  return (
    <LevelMeter
      label={label}
      peakDb={peakDb}
      valueText={
        peakDb === null
          ? t(peak === null ? 'changer.off' : 'live.level_none')
          : t('live.level_value', { db: Math.round(peakDb) }).replace('-', '−')
      }
    />
  );
}
