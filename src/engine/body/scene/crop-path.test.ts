import { expect, it } from 'vitest';
import { fitSize } from '../../io/video/output-size.ts';
import { fitCrop, fitShortSide, followCrop } from './crop-path.ts';

const frame = { width: 1280, height: 720 };

it('cuts the largest part of a ratio, in even numbers', () => {
  expect(fitCrop(frame, 9 / 16)).toEqual({ width: 404, height: 720 });
  expect(fitCrop({ width: 721, height: 1281 }, undefined)).toEqual({ width: 720, height: 1280 });
  expect(fitCrop({ width: 720, height: 1280 }, 16 / 9)).toEqual({ width: 720, height: 404 });
});

const ratios = { '16:9': 16 / 9, '9:16': 9 / 16, '1:1': 1, '4:3': 4 / 3, '4:5': 4 / 5 } as const;
const longSides = { '1k': 1280, '2k': 1920 } as const;

/** Returns the crop size of a clip as `WIDTHxHEIGHT`. */
function createResult(clip: string, ratio: keyof typeof ratios | null, size: '1k' | '2k'): string {
  const [width = 0, height = 0] = clip.split('x').map(Number);
  const options = {
    ratio: ratio === null ? undefined : ratios[ratio],
    maxLongSide: longSides[size],
  };
  const maxShortSide = fitShortSide({ width, height }, options);
  const read = fitSize({ width, height }, { pixelAspect: 1, maxShortSide });
  const crop = fitCrop(read, options.ratio);
  return `${crop.width}x${crop.height}`;
}

it.each([
  ['1920x1080', '1k', ['1280x720', '608x1080', '1080x1080', '1280x960', '864x1080']],
  ['1920x1080', '2k', ['1920x1080', '608x1080', '1080x1080', '1440x1080', '864x1080']],
  ['1280x720', '1k', ['1280x720', '404x720', '720x720', '960x720', '576x720']],
  ['1280x720', '2k', ['1280x720', '404x720', '720x720', '960x720', '576x720']],
  ['3840x2160', '1k', ['1280x720', '720x1280', '1280x1280', '1280x960', '1024x1280']],
  ['3840x2160', '2k', ['1920x1080', '1080x1920', '1920x1920', '1920x1440', '1536x1920']],
  ['1080x1920', '1k', ['1080x608', '720x1280', '1080x1080', '1080x810', '1024x1280']],
  ['1080x1920', '2k', ['1080x608', '1080x1920', '1080x1080', '1080x810', '1080x1350']],
] as const)(
  'fills the size of a resolution with what is cut out: %s at %s',
  (clip, size, wanted) => {
    const names = Object.keys(ratios) as (keyof typeof ratios)[];
    expect(names.map((ratio) => createResult(clip, ratio, size))).toEqual(wanted);
  },
);

it('keeps the ratio of a clip when none is asked for, in even numbers', () => {
  expect(createResult('1920x1080', null, '1k')).toBe('1280x720');
  expect(createResult('1366x768', null, '1k')).toBe('1280x720');
  expect(createResult('721x1281', null, '2k')).toBe('720x1280');
  expect(createResult('4000x3000', '9:16', '2k')).toBe('1080x1920');
});

it('the crop stays for a swaying person and follows a walking one, within the frame', () => {
  const crop = fitCrop(frame, 9 / 16);
  const swaying = Array.from({ length: 50 }, (_, at) => ({ x: 640 + 8 * Math.sin(at), y: 300 }));
  const still = followCrop(swaying, 25, { frame, crop });
  expect(new Set(still.map(({ left }) => left)).size).toBe(1);
  const walking = Array.from({ length: 100 }, (_, at) => ({ x: at * 12.8, y: 300 }));
  const moved = followCrop(walking, 25, { frame, crop });
  expect(moved[0]!.left).toBeLessThan(200);
  expect(moved[99]!.left).toBeGreaterThan(676);
  for (const [at, { left, top }] of moved.entries()) {
    expect(left % 2 === 0 && left >= 0 && left + crop.width <= frame.width && top === 0).toBe(true);
    expect(Math.abs(left - (moved[at - 1]?.left ?? left))).toBeLessThan(20);
  }
});
