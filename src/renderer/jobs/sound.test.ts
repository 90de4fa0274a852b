import { expect, it } from 'vitest';
import { toPeaks } from './peaks.ts';
import { toWavBytes } from './recorder.ts';
import { countChars, estimateSpeechMs } from './speech-length.ts';

it('draws the loudest sample of each stretch, as high as the place allows', () => {
  const samples = new Float32Array([0, 0.1, -0.5, 0.25, 0, 0]);
  expect(toPeaks(samples, 3).map((peak) => Math.round(peak * 100))).toEqual([20, 100, 0]);
});

it('does not blow near silence up, and draws a sound that is shorter than the drawing', () => {
  expect(Math.max(...toPeaks(new Float32Array([0.001, -0.001]), 2))).toBeCloseTo(0.02, 5);
  expect(toPeaks(new Float32Array([1]), 3)).toHaveLength(3);
  expect(toPeaks(new Float32Array(), 2)).toEqual([0, 0]);
});

it('writes samples as 16 bits and clips what is too loud', () => {
  const bytes = toWavBytes(new Float32Array([0, 1, -1, 2, -2]));
  expect([...new Int16Array(bytes.buffer)]).toEqual([0, 32_767, -32_767, 32_767, -32_768]);
});

it('counts characters as the API does', () => {
  expect(countChars('aé😀')).toBe(3);
});

it.each([
  // As the voices of the catalogue speak them.
  ['Hello, this is my voice. Today the sky is blue, and the sea is calm.', 4_500],
  ['Hallo, das ist meine Stimme. Heute ist der Himmel blau, und das Meer ist ruhig.', 4_514],
  ['你好，这是我的声音。今天天空很蓝，大海很平静。', 6_409],
  ['안녕하세요, 이것이 제 목소리입니다. 오늘은 하늘이 푸르고 바다가 잔잔합니다.', 6_393],
  ['مرحبا، هذا هو صوتي. السماء اليوم زرقاء والبحر هادئ.', 5_617],
])('tells about how long a script is: %s', (script, durationMs) => {
  const ratio = estimateSpeechMs(script) / durationMs;
  expect(ratio).toBeGreaterThan(0.83);
  expect(ratio).toBeLessThan(1.2);
});
