import { describe, expect, test } from 'vitest';
import { listGraphicsFlags } from './graphics.ts';

const none = (): boolean => false;

describe('listGraphicsFlags', () => {
  test('says beforehand that there is no graphics processor', () => {
    expect(listGraphicsFlags(['--no-sandbox'], none)).toEqual(['--disable-gpu']);
  });

  test.each(['/dev/dri', '/dev/nvidiactl', '/dev/dxg'])('leaves it to Chromium with %s', (path) => {
    expect(listGraphicsFlags([], (requested) => requested === path)).toEqual([]);
  });

  test.each(['--use-angle=swiftshader', '--use-gl=egl', '--disable-gpu', '--ignore-gpu-blocklist'])(
    'keeps to %s',
    (flag) => {
      expect(listGraphicsFlags([flag], none)).toEqual([]);
    },
  );
});
