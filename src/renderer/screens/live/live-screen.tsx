import { PageHeader } from '../../../ui/page-header.tsx';
import { useText } from '../../i18n/use-text.ts';
import { JobHistory } from '../../jobs/job-history.tsx';
import { CameraTile } from './camera-tile.tsx';
import { VoicePanel } from '../../voice/voice-panel.tsx';
import './live.css';
import { MicrophoneTile } from './microphone-tile.tsx';
import { Stage } from './stage.tsx';

/** The picture and the sound of the devices, as they are before anything is done to them. */
export function LiveScreen() {
  const { t } = useText();
  return (
    <>
      <PageHeader title={t('live.title')}>{t('live.intro')}</PageHeader>
      <div className="live">
        <Stage />
        <div className="live-side">
          <CameraTile />
          <MicrophoneTile />
          <VoicePanel />
          <JobHistory most={4} />
        </div>
      </div>
    </>
  );
}
