import { LevelMeter } from '../../ui/level-meter.tsx';
import { useText } from '../i18n/use-text.ts';
import type { PipelineFacts } from '../../base/voice/pipeline-facts.ts';
import { useChanger } from './use-changer.ts';

/** How loud the microphone is, and what goes out. */
export function VoiceMeters() {
  const facts = useChanger((state) => state.facts);
  const isOn = useChanger((state) => state.microphone === 'on');
  return isOn ? (
    <>
      <Meter kind="in" peak={toDb(facts, 'inPeak')} />
      <Meter kind="out" peak={toDb(facts, 'outPeak')} />
    </>
  ) : null;
}

function Meter({ kind, peak }: { readonly kind: 'in' | 'out'; readonly peak: number | null }) {
  const { t } = useText();
  return (
    <LevelMeter
      label={t(`changer.level_${kind}`)}
      peakDb={peak}
      valueText={
        peak === null
          ? t('live.level_none')
          : t('live.level_value', { db: Math.round(peak) }).replace('-', '−')
      }
    />
  );
}

function toDb(facts: PipelineFacts | null, peak: 'inPeak' | 'outPeak'): number | null {
  return facts === null || facts[peak] < 0.001 ? null : 20 * Math.log10(facts[peak]);
}
