import { Minus, Plus } from 'lucide-react';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Row } from '../../../../ui/card.tsx';
import { type ObsStatus, syncOffsetLimits } from '../../../../contract/obs.ts';
import { useLive, useVirtualCamera } from '../../../app/app-context.ts';
import { useChanger } from '../../../changer/use-changer.ts';
import { toSoundOffsetMs } from '../../../live/delay/delay-match.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { ObsView } from './use-obs.ts';

/** A frame at 30 per second. */
const STEP_MS = 33;

/** Audio delay of OBS, and the measured value for it. */
export function ObsSyncRow({ obs, status }: { readonly obs: ObsView; readonly status: ObsStatus }) {
  const { t } = useText();
  const { audioInput, isAudioVirtual, syncOffsetMs } = status;
  const voiceMs = useChanger(({ delay }) => (isAudioVirtual ? (delay?.total ?? null) : 0));
  const view = useVirtualCamera((state) => state.view);
  const measuredMs = useLive(({ metrics }) => toSoundOffsetMs(view, metrics, voiceMs));
  if (audioInput === null || syncOffsetMs === null) {
    return <Row title={t('obs.sync')} hint={t('obs.sync_none')} />;
  }
  const set = (wanted: number): void => {
    const { min, max } = syncOffsetLimits;
    const offsetMs = Math.min(max, Math.max(min, Math.round(wanted)));
    void obs.run('obs.set_sync_offset', { offsetMs });
  };
  return (
    <Row title={t('obs.sync')} hint={t('obs.sync_hint', { input: audioInput })}>
      {measuredMs === null || measuredMs === syncOffsetMs ? null : (
        <Button onPress={() => set(measuredMs)}>{t('obs.sync_match', { ms: measuredMs })}</Button>
      )}
      <IconButton
        label={t('obs.sync_less')}
        icon={Minus}
        onPress={() => set(syncOffsetMs - STEP_MS)}
      />
      <span className="obs-offset">{t('obs.sync_value', { ms: syncOffsetMs })}</span>
      <IconButton
        label={t('obs.sync_more')}
        icon={Plus}
        onPress={() => set(syncOffsetMs + STEP_MS)}
      />
    </Row>
  );
}
