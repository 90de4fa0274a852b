/** Plays one sample at a time. */
export interface Audition {
  /** Plays a clip from its start in place of the current one; resolves when it has ended or was stopped. */
  play(url: string): Promise<void>;
  stop(): void;
}

/** A player that is silent. */
export function createAudition(): Audition {
  let current: { readonly audio: HTMLAudioElement; readonly end: () => void } | null = null;
  const stop = (): void => {
    current?.audio.pause();
    current?.end();
    current = null;
  };
  return {
    play: async (url) => {
      stop();
      const audio = new Audio(url);
      const finished = Promise.withResolvers<void>();
      audio.addEventListener('ended', () => finished.resolve());
      audio.addEventListener('error', () => finished.resolve());
      current = { audio, end: finished.resolve };
      await audio.play();
      await finished.promise;
    },
    stop,
  };
}
