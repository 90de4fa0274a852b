import { VoicePanel } from '../../changer/voice-panel.tsx';
import { CameraTile } from './camera-tile.tsx';
import { CharacterTile } from './character-tile.tsx';
import { MicrophoneTile } from './microphone-tile.tsx';
import { PresetTile } from './preset-tile.tsx';
import { SafetyTile } from './safety-tile.tsx';
import { SessionTile } from './session-tile.tsx';
import { VirtualCameraTile } from './virtual-camera-tile.tsx';

/** Everything the output is made of. */
export function LiveSide() {
  return (
    <>
      <PresetTile />
      <CharacterTile />
      <CameraTile />
      <MicrophoneTile />
      <VoicePanel />
      <VirtualCameraTile />
      <SafetyTile />
      <SessionTile />
    </>
  );
}
