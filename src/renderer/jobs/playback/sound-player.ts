/** State of an audio file, at every frame while it plays. */
export interface SoundState {
  readonly isPlaying: boolean;
  readonly timeS: number;
  /** 0 until it is known. */
  readonly durationS: number;
}

/** Initial state of a player. */
export const silence: SoundState = { isPlaying: false, timeS: 0, durationS: 0 };

/** Audio player with manual control. */
export interface SoundPlayer {
  /** Plays from where it is, from the beginning after its end. Rejects when it cannot be played. */
  readonly play: () => Promise<void>;
  readonly pause: () => void;
  /** Goes to a time in seconds. */
  readonly seek: (timeS: number) => void;
  /** Stops and releases it. */
  readonly close: () => void;
}

/** The playing element: only one plays at a time. */
let playing: HTMLAudioElement | null = null;

/** Opens an audio file of the page. Starting it pauses the previous one, wherever that belongs. */
export function openSound(url: string, onState: (state: SoundState) => void): SoundPlayer {
  const element = new Audio(url);
  element.preload = 'auto';
  let frame = 0;
  const notify = (): void => {
    const durationS = Number.isFinite(element.duration) ? element.duration : 0;
    onState({ isPlaying: !element.paused, timeS: element.currentTime, durationS });
  };
  const notifyEveryFrame = (): void => {
    notify();
    frame = element.paused ? 0 : requestAnimationFrame(notifyEveryFrame);
  };
  const listeners = new AbortController();
  const on = (name: string, listener: () => void): void => {
    element.addEventListener(name, listener, { signal: listeners.signal });
  };
  on('playing', () => {
    cancelAnimationFrame(frame);
    notifyEveryFrame();
  });
  for (const name of ['pause', 'seeked', 'ended', 'loadedmetadata']) {
    on(name, notify);
  }
  return {
    play: async () => {
      if (playing !== element) {
        playing?.pause();
      }
      playing = element;
      await element.play();
    },
    pause: () => element.pause(),
    seek: (timeS) => {
      element.currentTime = timeS;
    },
    close: () => {
      cancelAnimationFrame(frame);
      listeners.abort();
      element.pause();
      element.removeAttribute('src');
      element.load();
      if (playing === element) {
        playing = null;
      }
    },
  };
}
