import { expect, it } from 'vitest';
import { countChars, estimateSpeechMs } from './speech-length.ts';

it('counts characters as the API does', () => {
  expect(countChars('aé😀')).toBe(3);
});

it.each([
  // Durations as spoken by the voices of the catalogue.
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
