import type { Page } from '@playwright/test';

/** Output state in the bar of the window, with the time of its start; `preview` without an output. */
export interface SaidState {
  /** Milliseconds since 1970, as all times here. */
  readonly atMs: number;
  readonly is: string;
}

/** A frame of the output, as observed. */
export interface SeenPicture {
  readonly atMs: number;
  /**
   * Time by which the frame may have appeared earlier than its observation, beyond the general tolerance; none by
   * default.
   */
  readonly lateMs?: number;
  readonly isCard: boolean;
  /** True when the frame shows the camera unchanged. */
  readonly isRaw: boolean;
}

/** Records every change of the bar and every frame of the output in the page, until the page closes. */
export async function recordAir(page: Page): Promise<void> {
  await page.evaluate(() => {
    const said: { atMs: number; is: string }[] = [];
    const seen: { atMs: number; lateMs: number; isCard: boolean; isRaw: boolean }[] = [];
    Reflect.set(globalThis, 'air', { said, seen });
    const note = (): void => {
      const is =
        document.querySelector('footer [data-output]')?.getAttribute('data-output') ?? 'preview';
      if (said.at(-1)?.is !== is) {
        said.push({ atMs: performance.timeOrigin + performance.now(), is });
      }
    };
    note();
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-output'],
    });
    const [width, height] = [160, 120];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    const judge = (frame: VideoFrame): { isCard: boolean; isRaw: boolean } => {
      context.drawImage(frame, 0, 0, width, height);
      const { data } = context.getImageData(0, 0, width, height);
      let magenta = 0;
      for (let at = 0; at < data.length; at += 4) {
        const green = data[at + 1]!;
        magenta += data[at]! - green > 60 && data[at + 2]! - green > 60 ? 1 : 0;
      }
      // The card has two white bars on dark ground below a mask, in the middle of whatever shape.
      const aspect = frame.displayWidth / frame.displayHeight;
      const lumaAt = (x: number, y: number): number => {
        const column = Math.round(width / 2 + (x * width) / aspect);
        return data[(Math.round(y * height) * width + column) * 4 + 1]!;
      };
      const isBars = lumaAt(-0.023, 0.66) > 150 && lumaAt(0.018, 0.66) > 150;
      return { isCard: isBars && lumaAt(0, 0.56) < 90, isRaw: magenta >= 6 };
    };
    // A busy page reads late: a frame may have appeared at any time since the page was last observed idle.
    let aliveMs: readonly number[] = [performance.now(), performance.now()];
    setInterval(() => (aliveMs = [aliveMs[1]!, performance.now()]), 5);
    const follow = async (track: MediaStreamTrack): Promise<void> => {
      const Processor = Reflect.get(globalThis, 'MediaStreamTrackProcessor') as new (options: {
        track: MediaStreamTrack;
        maxBufferSize: number;
      }) => { readable: ReadableStream<VideoFrame> };
      const reader = new Processor({ track, maxBufferSize: 10 }).readable.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) {
          return;
        }
        const readMs = performance.now();
        seen.push({
          atMs: performance.timeOrigin + readMs,
          lateMs: readMs - aliveMs[0]!,
          ...judge(value),
        });
        value.close();
      }
    };
    let followed: MediaStreamTrack | null = null;
    setInterval(() => {
      const output = document.querySelector<HTMLVideoElement>('#output');
      const track = (output?.srcObject as MediaStream | null)?.getVideoTracks()[0] ?? null;
      if (track !== null && track !== followed) {
        followed = track;
        void follow(track.clone());
      }
    }, 20);
  });
}

/** Returns all records so far. */
export function readAir(
  page: Page,
): Promise<{ readonly said: readonly SaidState[]; readonly seen: readonly SeenPicture[] }> {
  return page.evaluate(() => Reflect.get(globalThis, 'air'));
}

/** Disagreements between the bar's text and the output frames. */
export interface AirVerdict {
  readonly pictures: number;
  readonly cards: number;
  /** Frames with the card although the bar had reported for a while that the character is on air. */
  readonly liveOverCard: number;
  /** Longest time of those, in milliseconds. */
  readonly longestMs: number;
  /** Camera frames although the bar had reported for a while that none is on air. */
  readonly rawOutsideBypass: number;
  /** Consecutive frames that contradict the bar at their time, for diagnosis. */
  readonly runs: readonly DisagreeingRun[];
}

/** See {@link AirVerdict}. */
export interface DisagreeingRun {
  readonly is: 'live over a card' | 'camera outside of a bypass';
  readonly startMs: number;
  readonly endMs: number;
  readonly pictures: number;
  /** States that the bar showed within three seconds of the run's first frame, with their relative times. */
  readonly said: readonly string[];
}

/** Contradicting frames with a shorter pause between them are one run. */
const RUN_PAUSE_MS = 250;

/** Collects contradicting frames. */
function createRuns(said: readonly SaidState[]) {
  const runs: DisagreeingRun[] = [];
  const note = (is: DisagreeingRun['is'], atMs: number): void => {
    const at = runs.findLastIndex((run) => run.is === is && atMs - run.endMs < RUN_PAUSE_MS);
    const run = runs[at];
    if (run === undefined) {
      const around = said.filter((state) => Math.abs(state.atMs - atMs) < 3000);
      const words = around.map((state) => `${state.is} ${Math.round(state.atMs - atMs)} ms`);
      runs.push({ is, startMs: atMs, endMs: atMs, pictures: 1, said: words });
    } else {
      runs[at] = { ...run, endMs: atMs, pictures: run.pictures + 1 };
    }
  };
  return { runs, note };
}

const live: readonly string[] = ['live', 'degraded', 'held'];

/** Compares frames with the bar: a frame is observed up to `lateMs` late, and a text up to `slackMs`. */
export function judgeAir(
  said: readonly SaidState[],
  seen: readonly SeenPicture[],
  { lateMs, slackMs }: { readonly lateMs: number; readonly slackMs: number },
): AirVerdict {
  /** Returns the states that the bar showed around a time. */
  const saidAround = ({ atMs, lateMs: ownMs = 0 }: SeenPicture): readonly string[] => {
    const last = said.findLastIndex((state) => state.atMs <= atMs - lateMs - ownMs);
    const end = said.findLastIndex((state) => state.atMs <= atMs + slackMs);
    return said.slice(Math.max(0, last), end + 1).map(({ is }) => is);
  };
  const { runs, note } = createRuns(said);
  let [liveOverCard, longestMs, rawOutsideBypass, sinceMs] = [0, 0, 0, Number.NaN];
  for (const picture of seen) {
    const { atMs, isCard, isRaw } = picture;
    const words = saidAround(picture);
    const isLie = isCard && words.length > 0 && words.every((is) => live.includes(is));
    if (isLie) {
      liveOverCard += 1;
      note('live over a card', atMs);
      sinceMs = Number.isNaN(sinceMs) ? atMs : sinceMs;
      longestMs = Math.max(longestMs, atMs - sinceMs + lateMs);
    } else {
      sinceMs = Number.NaN;
    }
    if (isRaw && !words.includes('bypass')) {
      rawOutsideBypass += 1;
      note('camera outside of a bypass', atMs);
    }
  }
  const cards = seen.filter(({ isCard }) => isCard).length;
  return { pictures: seen.length, cards, liveOverCard, longestMs, rawOutsideBypass, runs };
}
