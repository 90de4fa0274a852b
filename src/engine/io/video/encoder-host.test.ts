import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { I420Frame } from '../../pixels/frame.ts';
import { createI420View, sizeOfI420 } from '../../pixels/i420-view.ts';
import { openThreadedWriter } from './encoder-host.ts';
import { openVideoWriter, type VideoWriterOptions } from './video-writer.ts';

const size = { width: 64, height: 48 };
const colour = { matrix: 'bt709', isFullRange: false } as const;
const options: VideoWriterOptions = { size, colour, frameRate: { num: 25, den: 1 } };
const FRAMES = 30;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-encoder-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Draws number `index` into memory that is used again. */
function draw({ y }: I420Frame, index: number): void {
  for (let at = 0; at < y.length; at += 1) {
    y[at] = 16 + ((at * 7 + index * 5) % 200);
  }
}

const momentOf = (index: number) => ({ timestampUs: index * 40_000, durationUs: 40_000 });

describe('a writer on a thread', () => {
  it('writes the same bytes as one on this thread, from memory that is used again', async () => {
    const [here, there] = [join(folder, 'here.mp4'), join(folder, 'there.mp4')];
    const frame = createI420View(
      new SharedArrayBuffer(sizeOfI420(size.width, size.height)),
      size,
      colour,
    );
    const own = await openVideoWriter(here, options);
    const threaded = await openThreadedWriter(there, options);
    for (let index = 0; index < FRAMES; index += 1) {
      draw(frame, index);
      await own.write(frame, momentOf(index));
      await threaded.write(frame, momentOf(index));
    }
    expect(await threaded.finish()).toEqual(await own.finish());
    await Promise.all([own.discard(), threaded.discard()]);
    expect(await readFile(there)).toEqual(await readFile(here));
  });

  it('leaves no file when it is discarded, and refuses a path that cannot be written', async () => {
    const frame = createI420View(new SharedArrayBuffer(sizeOfI420(size.width, size.height)), size);
    const threaded = await openThreadedWriter(join(folder, 'left.mp4'), options);
    const writing = threaded.write(frame, momentOf(0));
    await threaded.discard();
    await writing;
    expect((await readdir(folder)).filter((name) => name.startsWith('left'))).toEqual([]);
    await expect(
      openThreadedWriter(join(folder, 'nowhere', 'some.mp4'), options),
    ).rejects.toMatchObject({ code: 'storage_failed' });
  });

  it('leaves no file when it is discarded while it completes the file', async () => {
    const frame = createI420View(new SharedArrayBuffer(sizeOfI420(size.width, size.height)), size);
    const threaded = await openThreadedWriter(join(folder, 'dropped.mp4'), options);
    await threaded.write(frame, momentOf(0));
    const [finished] = await Promise.allSettled([threaded.finish(), threaded.discard()]);
    expect(finished).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } });
    expect((await readdir(folder)).filter((name) => name.startsWith('dropped'))).toEqual([]);
  });

  it('writes nothing into the next video, which has the same thread', async () => {
    const frame = createI420View(new SharedArrayBuffer(sizeOfI420(size.width, size.height)), size);
    const left = await openThreadedWriter(join(folder, 'first.mp4'), options);
    await left.write(frame, momentOf(0));
    await left.discard();
    const next = await openThreadedWriter(join(folder, 'next.mp4'), options);
    await next.write(frame, momentOf(0));
    await expect(left.write(frame, momentOf(1))).rejects.toMatchObject({ code: 'cancelled' });
    expect(await next.finish()).toMatchObject({ frames: 1 });
    await next.discard();
  });

  it('keeps its thread while no frame comes for a long time, as during the frames before a segment', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const threaded = await openThreadedWriter(join(folder, 'paused.mp4'), options);
      const frame = createI420View(
        new SharedArrayBuffer(sizeOfI420(size.width, size.height)),
        size,
      );
      for (const index of [0, 1]) {
        vi.advanceTimersByTime(60_000);
        await threaded.write(frame, momentOf(index));
      }
      vi.advanceTimersByTime(60_000);
      expect(await threaded.finish()).toMatchObject({ frames: 2 });
      await threaded.discard();
    } finally {
      vi.useRealTimers();
    }
  });

  it('fails when its thread ends, and the next video gets another thread', async () => {
    const threads: Worker[] = [];
    const note = (thread: Worker): void => void threads.push(thread);
    process.on('worker', note);
    // The threads of the videos before are idle; these two need one more.
    const writers = await Promise.all(
      Array.from({ length: 3 }, (_, index) =>
        openThreadedWriter(join(folder, `ended-${index}.mp4`), options),
      ),
    );
    process.off('worker', note);
    const frame = createI420View(new SharedArrayBuffer(sizeOfI420(size.width, size.height)), size);
    await Promise.all(threads.map((thread) => thread.terminate()));
    const outcomes = await Promise.allSettled(
      writers.map(async (writer) => writer.write(frame, momentOf(0))),
    );
    const failed = outcomes.filter(({ status }) => status === 'rejected');
    expect(failed.length).toBe(threads.length);
    expect(threads.length).toBeGreaterThan(0);
    const others: Worker[] = [];
    const noteOther = (thread: Worker): void => void others.push(thread);
    process.on('worker', noteOther);
    for (const [index, writer] of writers.entries()) {
      if (outcomes[index]!.status === 'rejected') {
        await expect(writer.write(frame, momentOf(1))).rejects.toMatchObject({
          code: 'processing_failed',
        });
        await expect(writer.finish()).rejects.toMatchObject({ code: 'processing_failed' });
      }
    }
    await Promise.all(writers.map((writer) => writer.discard()));
    process.off('worker', noteOther);
    expect(others).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.startsWith('ended'))).toEqual([]);
    const again = await openThreadedWriter(join(folder, 'again.mp4'), options);
    await again.write(frame, momentOf(0));
    expect(await again.finish()).toMatchObject({ frames: 1 });
    await again.discard();
  });
});
