import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutputGate } from './output-gate.ts';
import { type GateClosing, OutputGateLatch } from './output-gate-latch.ts';
import { FRAME_HOLD_MS } from '../../../contract/frame-link.ts';
import { type FromOutputGate, reopenDelayMs, reopenPauseMs } from './output-gate-messages.ts';

/** The properties of a frame that the gate reads. */
interface Picture {
  readonly from: string;
  readonly timestampUs: number;
  readonly displayWidth: number;
  readonly displayHeight: number;
  isClosed: boolean;
  close(): void;
}

function makePicture(
  from: string,
  timestampUs = 0,
  [displayWidth, displayHeight] = [320, 180],
): VideoFrame & Picture {
  const image = {
    from,
    timestampUs,
    displayWidth,
    displayHeight,
    isClosed: false,
    close() {
      this.isClosed = true;
    },
  };
  return image as unknown as VideoFrame & Picture;
}

class Card {
  readonly from = 'card';
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }
  getContext(): null {
    return null;
  }
}

let nowMs = 0;
let asleepMs = 0;
let room = 1;
let written: Picture[] = [];
let previewed: Picture[] = [];
let told: FromOutputGate[] = [];
let made: Picture[] = [];
let gate: OutputGate;
let latch: OutputGateLatch;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('OffscreenCanvas', Card);
  [nowMs, asleepMs, room, written, told, made] = [1000, 0, 1, [], [], []];
  previewed = [];
  latch = new OutputGateLatch();
  gate = new OutputGate({
    // A latch on the same memory, as a worker has it.
    latch: new OutputGateLatch(latch.memory),
    output: {
      get desiredSize() {
        return room;
      },
      write: async (frame) => {
        written.push(frame as VideoFrame & Picture);
      },
    },
    preview: {
      desiredSize: 1,
      write: async (frame) => {
        previewed.push(frame as VideoFrame & Picture);
      },
    },
    emit: (message) => told.push(message),
    nowMs: () => nowMs,
    wallMs: () => 1e12 + nowMs + asleepMs,
    makeFrame: (source, timestampUs) => {
      const { from } = source as unknown as Picture;
      const frame = makePicture(from, timestampUs);
      made.push(frame);
      return frame;
    },
  });
  gate.setCard(null, 320, 180);
  gate.publish(true);
});
afterEach(() => {
  gate.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function pass(durationMs: number): void {
  for (const endMs = nowMs + durationMs; nowMs < endMs;) {
    nowMs += 10;
    gate.tick();
  }
}
/** Frames come all the time. */
function stream(durationMs: number, from: string): void {
  for (const endMs = nowMs + durationMs; nowMs < endMs;) {
    nowMs += 20;
    gate.receive(makePicture(from));
    gate.tick();
  }
}
/** Closes the gate as the page does, with a message that arrives at once. */
function close(closing: GateClosing, isOn: boolean): void {
  if (isOn) {
    latch.close(closing);
  }
  gate[closing](isOn, latch.count(closing));
}
const cover = (isOn: boolean): void => close('cover', isOn);
const bar = (isOn: boolean): void => close('bar', isOn);
const flow = (): string => told.at(-1)?.flow ?? 'waiting';
const shown = (): string[] => written.map(({ from }) => from);

describe('the gate of the output', () => {
  it('keeps its size when the frames change theirs', () => {
    gate.receive(makePicture('engine', 0, [320, 240]));
    gate.receive(makePicture('engine', 0, [320, 180]));
    // The first was drawn on a canvas as large as the card.
    expect(shown().slice(-2)).toEqual(['card', 'engine']);
    expect(written.at(-2)).toMatchObject({ displayWidth: 320, displayHeight: 180 });
  });

  it('lets nothing but the card out until the user is live, and after that, and shows them the rest', () => {
    gate.publish(false);
    const passed: string[] = [];
    gate.setFollower({ pass: () => passed.push('picture'), cover: () => passed.push('card') });
    const before = written.length;
    stream(1000, 'engine');
    expect(new Set(shown().slice(before))).toEqual(new Set(['card']));
    expect(new Set(previewed.map(({ from }) => from))).toEqual(new Set(['card', 'engine']));
    expect(told.at(-1)).toMatchObject({ flow: 'flowing', isPublished: false });
    expect(passed).not.toContain('picture');

    gate.publish(true);
    expect(told.at(-1)).toMatchObject({ flow: 'flowing', isPublished: true });
    gate.receive(makePicture('engine'));
    expect(shown().at(-1)).toBe('engine');
    expect(passed.at(-1)).toBe('picture');

    gate.publish(false);
    expect(passed.at(-1)).toBe('card');
    const after = written.length - 1;
    stream(1000, 'engine');
    expect(new Set(shown().slice(after))).toEqual(new Set(['card']));
    expect(previewed.at(-1)?.from).toBe('engine');
    cover(true);
    expect(previewed.at(-1)?.from).toBe('card');
  });

  it('shows the card until the first frame of the engine', () => {
    pass(500);
    expect(new Set(shown())).toEqual(new Set(['card']));
    expect(flow()).toBe('waiting');
    gate.receive(makePicture('engine'));
    expect(shown().at(-1)).toBe('engine');
    expect(flow()).toBe('flowing');
  });

  it('holds a frame for 0.3 s at most, then shows the card, and releases it by itself', () => {
    gate.receive(makePicture('engine'));
    const before = written.length;
    pass(FRAME_HOLD_MS);
    expect(written.length).toBe(before);
    expect(flow()).toBe('held');
    pass(20);
    expect(shown().slice(before)).toEqual(['card']);
    expect(flow()).toBe('stalled');
    pass(1000);
    gate.receive(makePicture('engine'));
    expect(shown().at(-1)).toBe('engine');
    expect(flow()).toBe('flowing');
  });

  it('shows the card at once on request, with any input', () => {
    gate.receive(makePicture('engine'));
    const before = written.length;
    cover(true);
    expect(shown().slice(before)).toEqual(['card']);
    const late = makePicture('engine');
    gate.receive(late);
    pass(500);
    expect(new Set(shown().slice(before))).toEqual(new Set(['card']));
    expect(late.isClosed).toBe(true);
    expect(flow()).toBe('covered');
    cover(false);
    gate.receive(makePicture('engine'));
    expect(shown().at(-1)).toBe('engine');
  });

  it('shows nothing that was under way when a bar is lifted, and nothing while it is not', () => {
    stream(500, 'raw');
    const before = written.length;
    bar(true);
    stream(3000, 'raw');
    expect(flow()).toBe('barred');
    bar(false);
    stream(reopenDelayMs - 100, 'raw');
    // A pause: frames in transit may arrive after it.
    pass(reopenPauseMs + 20);
    stream(reopenDelayMs - 100, 'raw');
    expect(new Set(shown().slice(before))).toEqual(new Set(['card']));
    stream(200, 'engine');
    expect(shown().at(-1)).toBe('engine');
    expect(shown().slice(before)).not.toContain('raw');
    expect(flow()).toBe('flowing');
  });

  it.each(['bar', 'cover'] as const)(
    'lets nothing out from the moment of a %s on, however late its message comes',
    (closing) => {
      stream(500, 'raw');
      const before = written.length;
      latch.close(closing);
      const first = latch.count(closing);
      stream(2000, 'raw');
      expect(flow()).toBe(closing === 'bar' ? 'barred' : 'covered');
      gate[closing](true, first);
      // Closed again while the message that opens it is on its way.
      latch.close(closing);
      gate[closing](false, first);
      stream(2000, 'raw');
      gate[closing](true, latch.count(closing));
      gate[closing](false, latch.count(closing));
      expect(new Set(shown().slice(before))).toEqual(new Set(['card']));
      stream(reopenDelayMs + 200, 'engine');
      expect(shown().at(-1)).toBe('engine');
      expect(shown().slice(before)).not.toContain('raw');
    },
  );

  it.each(['bar', 'cover'] as const)(
    'covers the last frame with the first one after a %s, before its message and its timer arrive',
    (closing) => {
      const passed: string[] = [];
      gate.setFollower({ pass: () => passed.push('picture'), cover: () => passed.push('card') });
      stream(500, 'raw');
      latch.close(closing);
      gate.receive(makePicture('raw'));
      expect(shown().at(-1)).toBe('card');
      expect(passed.at(-1)).toBe('card');
    },
  );

  it('stays covered during and after a bar', () => {
    stream(100, 'engine');
    cover(true);
    bar(true);
    bar(false);
    const before = written.length;
    stream(3000, 'engine');
    expect(new Set(shown().slice(before))).toEqual(new Set(['card']));
    expect(flow()).toBe('covered');
  });

  it.each([
    ['its clock stood still', () => (asleepMs += 60_000)],
    ['its clock went on', () => (nowMs += 60_000)],
    ['the clock was set back', () => (asleepMs -= 60_000)],
  ])('shows the card after a sleep until new frames have come for a while: %s', (_how, sleep) => {
    stream(100, 'engine');
    const before = written.length;
    sleep();
    stream(reopenDelayMs - 100, 'old');
    gate.tick();
    expect(new Set(shown().slice(before))).toEqual(new Set(['card']));
    stream(200, 'engine');
    expect(shown().slice(before)).not.toContain('old');
    expect(flow()).toBe('flowing');
  });

  it('shows the card at once when the frames end', () => {
    gate.receive(makePicture('engine'));
    gate.lose();
    expect(shown().at(-1)).toBe('card');
    expect(flow()).toBe('stalled');
  });

  it('reports the card of the engine with the very frame that shows it', () => {
    gate.receive(makePicture('engine'));
    const before = told.length;
    gate.receive(makePicture('card of the engine'), true);
    expect(told.slice(before).map((message) => message.flow)).toEqual(['carded']);
    expect(shown().at(-1)).toBe('card of the engine');
    nowMs += 160;
    gate.tick();
    expect(flow()).toBe('carded');
    gate.receive(makePicture('engine'));
    expect(flow()).toBe('flowing');
    gate.receive(makePicture('card of the engine'), true);
    pass(FRAME_HOLD_MS + 20);
    expect(flow()).toBe('stalled');
  });

  it('drops a frame when the output is full, and leaks none', () => {
    gate.receive(makePicture('engine'));
    room = 0;
    const sources = Array.from({ length: 20 }, () => makePicture('engine'));
    for (const source of sources) {
      nowMs += 33;
      gate.receive(source);
    }
    expect(written.filter(({ from }) => from === 'engine')).toHaveLength(1);
    expect(sources.every(({ isClosed }) => isClosed)).toBe(true);
    expect(
      made.filter((one) => ![...written, ...previewed].includes(one) && !one.isClosed),
    ).toEqual([]);
    nowMs += 600;
    room = 1;
    gate.tick();
    expect(told.at(-1)).toMatchObject({ passed: 1, dropped: 20 });
  });

  it('gives frames and cards times of one clock that only rise', () => {
    for (let round = 0; round < 5; round += 1) {
      gate.receive(makePicture('engine', 9_000_000_000));
      pass(600);
    }
    const times = written.map(({ timestampUs }) => timestampUs);
    expect(times.length).toBeGreaterThan(10);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(Math.max(...times)).toBeLessThanOrEqual(nowMs * 1000);
  });
});
