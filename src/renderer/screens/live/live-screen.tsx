import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { JobHistory } from '../../jobs/job-history.tsx';
import type { Rates } from '../../session/rates.ts';
import { VoicePanel } from '../../voice/voice-panel.tsx';
import { ActionBar } from './action-bar.tsx';
import { CameraTile } from './camera-tile.tsx';
import { CharacterTile } from './character-tile.tsx';
import { EndNote } from './end-note.tsx';
import './live.css';
import { MicrophoneTile } from './microphone-tile.tsx';
import { SafetyTile } from './safety-tile.tsx';
import { SessionTile } from './session-tile.tsx';
import { Stage } from './stage.tsx';
import { TruthLine } from './truth-line.tsx';

/** The output, as large as it gets, with everything it is made of at its side. */
export function LiveScreen() {
  const { t } = useText();
  const [rates, setRates] = useState<Rates | null>(null);
  return (
    <>
      <h1 className="spoken">{t('live.title')}</h1>
      <div className="live">
        <div className="live-main">
          <EndNote />
          <Stage onRates={setRates} />
          <TruthLine rates={rates} />
          <ActionBar />
          <JobHistory most={6} />
        </div>
        <div className="live-side">
          <CharacterTile />
          <CameraTile />
          <MicrophoneTile />
          <VoicePanel />
          <SafetyTile />
          <SessionTile />
        </div>
      </div>
    </>
  );
}
