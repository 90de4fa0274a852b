import { useEffect, useRef, useState } from 'react';
import { openSound, silence, type SoundPlayer, type SoundState } from './sound-player.ts';

/** Audio player of a component, and whether it failed. */
export interface Sound {
  readonly state: SoundState;
  readonly isBroken: boolean;
  readonly toggle: () => void;
  readonly seek: (timeS: number) => void;
}

/** Opens an audio file while the component is mounted. */
export function useSound(url: string): Sound {
  const player = useRef<SoundPlayer>(null);
  const [state, setState] = useState<SoundState>(silence);
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  useEffect(() => {
    const opened = openSound(url, setState);
    player.current = opened;
    return () => {
      opened.close();
      setState(silence);
    };
  }, [url]);
  return {
    state,
    isBroken: brokenUrl === url,
    toggle: () => {
      if (state.isPlaying) {
        player.current?.pause();
      } else {
        player.current?.play().catch(() => setBrokenUrl(url));
      }
    },
    seek: (timeS) => player.current?.seek(timeS),
  };
}
