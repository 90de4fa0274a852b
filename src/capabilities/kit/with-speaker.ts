import { openSpeaker, type Speaker } from '../../engine/voice/speak/speaker.ts';

/** Runs `work` with its own speaker, which is closed afterwards and when `signal` fires. Throws its reason. */
export async function withSpeaker<Result>(
  signal: AbortSignal,
  work: (speaker: Speaker) => Promise<Result>,
): Promise<Result> {
  const speaker = openSpeaker();
  const stop = (): void => void speaker.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    return await work(speaker);
  } finally {
    signal.removeEventListener('abort', stop);
    await speaker.close();
  }
}
