import { Check, Radio, Settings2 } from 'lucide-react';
import { VoicePanel } from '../../changer/voice-panel.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useText } from '../../i18n/use-text.ts';
import { CameraTile } from './tiles/camera-tile.tsx';
import { CharacterZone } from './zones/character-zone.tsx';
import { MicrophoneTile } from './tiles/microphone-tile.tsx';
import { OutputsZone } from './zones/outputs-zone.tsx';
import { PresetZone } from './zones/preset-zone.tsx';
import { SafetyTile } from './tiles/safety-tile.tsx';
import { SessionTile } from './tiles/session-tile.tsx';
import { useStage } from './stage-context.ts';
import { VirtualCameraTile } from './tiles/virtual-camera-tile.tsx';
import { VoiceZone } from './zones/voice-zone.tsx';

/** All settings of the output: those needed on air are visible, those set up once are behind a button. */
export function LiveSide() {
  const { t } = useText();
  const { panel, setPanel } = useStage();
  const isSetUp = panel === 'set_up';
  return (
    <>
      <div className="side-head">
        <h2 className="side-title">
          <Icon of={isSetUp ? Settings2 : Radio} />
          {t(isSetUp ? 'stage.set_up' : 'stage.on_air')}
        </h2>
        <Button
          tone="quiet"
          icon={isSetUp ? Check : Settings2}
          onPress={() => setPanel(isSetUp ? 'on_air' : 'set_up')}
        >
          {t(isSetUp ? 'stage.set_up_done' : 'stage.set_up')}
        </Button>
      </div>
      {isSetUp ? (
        <div key="set-up" className="side-set-up">
          <CameraTile />
          <MicrophoneTile />
          <VoicePanel />
          <VirtualCameraTile />
          <SessionTile />
          <SafetyTile />
        </div>
      ) : (
        <div key="on-air" className="side-on-air">
          <CharacterZone />
          <PresetZone />
          <VoiceZone />
          <OutputsZone />
        </div>
      )}
    </>
  );
}
