import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveChoice, liveChoiceSchema } from '../../../contract/live-choice.ts';
import { PreviewController } from './preview-controller.ts';

const lisa: LiveChoice = liveChoiceSchema.parse({ characterId: 'lisa' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A controller with a session that records its calls. */
function openWorld() {
  const requested: string[] = [];
  let camera = 'one';
  let closing = Promise.withResolvers<void>();
  const keeper = new PreviewController({
    open: ({ characterId }) => void requested.push(`open ${characterId}`),
    close: () => {
      requested.push('close');
      closing = Promise.withResolvers<void>();
      return closing.promise;
    },
    cameraId: () => camera,
  });
  return {
    keeper,
    /** Waits, and returns the session requests since the last call. */
    after: async (ms: number): Promise<string[]> => {
      await vi.advanceTimersByTimeAsync(ms);
      return requested.splice(0);
    },
    finishClosing: () => closing.resolve(),
    useCamera: (id: string) => {
      camera = id;
    },
  };
}

describe('the preview controller', () => {
  it('opens one session for several wishes in a row, and none when it is not wished for any more', async () => {
    const { keeper, after } = openWorld();
    keeper.wish(lisa);
    keeper.wish({ ...lisa, prompt: 'warmer' });
    keeper.wish({ ...lisa, characterId: 'audrey' });
    expect(await after(300)).toEqual(['open audrey']);
    keeper.wish(null);
    expect(await after(0)).toEqual(['close']);
    keeper.wish(lisa);
    keeper.wish(null);
    expect(await after(60_000)).toEqual([]);
  });

  it('reopens the session for settings that cannot be changed, once the one before is closed', async () => {
    const { keeper, after, finishClosing, useCamera } = openWorld();
    keeper.wish(lisa);
    await after(300);
    keeper.noteRunning();
    keeper.wish({ ...lisa, heightP: 480 });
    expect(await after(10_000)).toEqual(['close']);
    finishClosing();
    expect(await after(300)).toEqual(['open lisa']);
    useCamera('two');
    keeper.wish({ ...lisa, heightP: 480 });
    expect(await after(0)).toEqual(['close']);
  });

  it('keeps a running session when its character changes, and reopens one that is still opening', async () => {
    const { keeper, after, finishClosing } = openWorld();
    const audrey = { ...lisa, characterId: 'audrey' };
    keeper.wish(lisa);
    await after(300);
    keeper.wish(audrey);
    expect(await after(300)).toEqual(['close']);
    finishClosing();
    expect(await after(300)).toEqual(['open audrey']);
    keeper.noteRunning();
    keeper.wish(lisa);
    expect(await after(300)).toEqual([]);
    // The change was refused so far: going live needs a session of its own.
    expect(keeper.isOf(lisa)).toBe(false);
    keeper.noteChange(lisa);
    expect(keeper.isOf(lisa)).toBe(true);
    expect(keeper.isOf({ ...lisa, fps: 15 })).toBe(false);
  });

  it('tries again after a failure, ever more rarely, and at once with another choice', async () => {
    const { keeper, after } = openWorld();
    const full = { code: 'at_capacity', message: 'All are taken.' } as const;
    keeper.wish(lisa);
    await after(300);
    keeper.ended(full);
    expect(await after(1500)).toEqual([]);
    expect(await after(1000)).toEqual(['open lisa']);
    keeper.ended(full);
    expect(await after(4500)).toEqual([]);
    expect(await after(1000)).toEqual(['open lisa']);
    keeper.ended(full);
    keeper.wish({ ...lisa, characterId: 'audrey' });
    expect(await after(300)).toEqual(['open audrey']);
  });

  it('does not retry a character in whose picture no face was found', async () => {
    const { keeper, after } = openWorld();
    keeper.wish(lisa);
    await after(300);
    keeper.ended({ code: 'face_not_detected', message: 'There is no face.' });
    keeper.wish({ ...lisa, durationMinutes: 15 });
    expect(await after(120_000)).toEqual([]);
    keeper.wish({ ...lisa, characterId: 'audrey' });
    expect(await after(300)).toEqual(['open audrey']);
  });

  it('opens nothing while the user is live, and takes the session over afterwards', async () => {
    const { keeper, after } = openWorld();
    keeper.wish(lisa);
    await after(300);
    keeper.noteRunning();
    await keeper.release();
    keeper.wish({ ...lisa, prompt: 'warmer' });
    expect(await after(5000)).toEqual([]);
    keeper.adopt({ ...lisa, prompt: 'warmer' });
    expect(await after(5000)).toEqual([]);
    await keeper.release();
    keeper.resume();
    expect(await after(300)).toEqual(['open lisa']);
  });
});
