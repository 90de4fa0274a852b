import { StatusDot, type Tone } from '../../ui/status-dot.tsx';
import { useText } from '../i18n/use-text.ts';
import { type ChangerView, hasOutput } from './changer-view.ts';
import { useChanger } from './use-changer.ts';

const tones = {
  'changer.off': 'idle',
  'changer.ended': 'danger',
  'changer.warming': 'info',
  'changer.opening': 'info',
  'changer.reconnecting': 'warning',
  'changer.is_muted': 'warning',
  'changer.is_bypassed': 'warning',
  'changer.is_unheard': 'warning',
  'changer.live': 'good',
} as const satisfies Record<string, Tone>;

/** State of the voice changer as a dot and a word. */
export function VoiceStatus() {
  const { t } = useText();
  const key = useChanger(describe);
  return <StatusDot tone={tones[key]}>{t(key)}</StatusDot>;
}

function describe(view: ChangerView): keyof typeof tones {
  const { session, isMuted, isBypassed } = view;
  switch (session.phase) {
    case 'off':
      return session.error === null ? 'changer.off' : 'changer.ended';
    case 'opening':
      return session.isWarming ? 'changer.warming' : 'changer.opening';
    case 'connecting':
      return 'changer.opening';
    case 'reconnecting':
      return 'changer.reconnecting';
    case 'live':
      if (isMuted) {
        return 'changer.is_muted';
      }
      if (isBypassed) {
        return 'changer.is_bypassed';
      }
      return hasOutput(view) ? 'changer.live' : 'changer.is_unheard';
  }
}
