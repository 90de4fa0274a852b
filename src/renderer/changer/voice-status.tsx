import type { ChangerState } from '../../contract/ipc/voice-changer.ts';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';
import type { TextKey } from '../i18n/en/catalogue.ts';
import { useText } from '../i18n/use-text.ts';
import { useChanger } from './use-changer.ts';

/** State of the voice changer as a dot and a word. */
export function VoiceStatus() {
  const { t } = useText();
  const session = useChanger((state) => state.session);
  const isMuted = useChanger((state) => state.isMuted);
  const isBypassed = useChanger((state) => state.isBypassed);
  const [tone, key] = describe(session, isMuted, isBypassed);
  return <StatusDot tone={tone}>{t(key)}</StatusDot>;
}

function describe(
  session: ChangerState,
  isMuted: boolean,
  isBypassed: boolean,
): readonly [Tone, TextKey] {
  switch (session.phase) {
    case 'off':
      return session.error === null ? ['idle', 'changer.off'] : ['danger', 'changer.ended'];
    case 'opening':
      return ['info', session.isWarming ? 'changer.warming' : 'changer.opening'];
    case 'connecting':
      return ['info', 'changer.opening'];
    case 'reconnecting':
      return ['warning', 'changer.reconnecting'];
    case 'live':
      if (isMuted) {
        return ['warning', 'changer.is_muted'];
      }
      return isBypassed ? ['warning', 'changer.is_bypassed'] : ['good', 'changer.live'];
  }
}
