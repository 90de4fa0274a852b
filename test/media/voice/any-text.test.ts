import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  double,
  oneof,
  property,
  string,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CatalogueVoice, voiceCatalogue } from '../../../src/engine/voice/catalogue.ts';
import type { SpeechEngine } from '../../../src/engine/voice/engines/engine.ts';
import { openEspeak } from '../../../src/engine/voice/engines/espeak-engine.ts';
import { openFlite } from '../../../src/engine/voice/engines/flite-engine.ts';
import { chooseVoice } from '../../../src/engine/voice/choose-voice.ts';
import { readScript } from '../../../src/engine/voice/text/script.ts';

const signs = Array.from(
  ' \n.!?,:;-–—…()[]{}<>"\'“”/\\|&#@%$€£₹+=*_^~`°½²©™\t\0\u200B\u200D\uFEFF\u202E👍❤\u0301',
);
const words = (
  'Hello the NASA a.m. Dr. St. e.g. U.S.A. www.example.com https://a.b/c?d=e me@x.org 1st 42 3.14 ' +
  "1,000 $5 10% 5-7 2024-01-02 3/4/2026 12:30 007 1e9 XIV don't C++ 5'10\" 1,00,000 +44 你好 世界 " +
  'カタカナ 안녕 Привет שלום مرحبا سلام नमस्ते ভালো தமிழ் తెలుగు ქართული Հայերեն Ελλάδα Straße naïve İstanbul ' +
  'ơư ไทย አማርኛ 𝓗𝓮𝓵𝓵𝓸 ﷺ Ⅳ ① ㎞ ﬁ 👨‍👩‍👧‍👦 🇩🇪'
).split(' ');

/** Text that nobody would write: words, numbers and signs of many scripts, with and without spaces. */
const anyText = array(
  oneof(
    constantFrom(...signs),
    constantFrom(...words),
    string({ maxLength: 12 }),
    string({ unit: 'binary', maxLength: 8 }),
    double().map(String),
    string({ unit: constantFrom(...Array.from('aA1.-:/ $,')), maxLength: 24 }),
  ),
  { minLength: 1, maxLength: 12 },
).chain((parts) => constantFrom('', ' ').map((between) => parts.join(between)));

const tags = [...new Set(voiceCatalogue.map(({ tag }) => tag))];
/** One target for each voice of an engine, because the converter does not depend on text. */
const bases = voiceCatalogue.filter(({ shift }) => shift === null);

describe('any text at all', () => {
  it('is split into short pieces that an engine accepts', () => {
    let next = 0;
    assert(
      property(anyText, (text) => {
        next += 1;
        const tag = tags[next % tags.length]!;
        for (const piece of readScript(text, tag)) {
          expect(piece.text.length).toBeLessThanOrEqual(240);
          expect(piece.text).toMatch(/[\p{L}\p{N}]/u);
          expect(piece.text).not.toMatch(tag.startsWith('en') ? /[^ -~]/ : /[\p{Cc}[\]{}<>|\\]/u);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('is spoken, or refused as empty, but never ends an engine', { timeout: 600_000 }, async () => {
    const engines = { flite: await openFlite(), espeak: await openEspeak() };
    let next = 0;
    await assert(
      asyncProperty(anyText, async (text) => {
        next += 1;
        // Flite takes ten times as long as the other engine for a sentence.
        const isFlite = next % 8 === 0;
        const mine = bases.filter(({ engine }) => (engine === 'flite') === isFlite);
        const voice = mine[next % mine.length]!;
        await speakFirst(isFlite ? engines.flite : engines.espeak, voice, text);
      }),
      { numRuns: 32 },
    );
  });

  it(
    'has a voice, or a refusal that lists the available languages',
    { timeout: 60_000 },
    async () => {
      await assert(
        asyncProperty(anyText, async (script) => {
          const chosen = await chooseVoice({ voiceId: 'en-rowan', script }).catch(
            (error: unknown) => error,
          );
          if (chosen instanceof Error) {
            expect(chosen).toMatchObject({
              code: 'invalid_input',
              message: expect.stringMatching(/There are voices for English, German, .*Latin\.$/),
            });
          } else {
            expect(chosen).toHaveProperty('voice.id');
          }
        }),
        { numRuns: 75 },
      );
    },
  );
});

async function speakFirst(
  engine: SpeechEngine,
  voice: CatalogueVoice,
  text: string,
): Promise<void> {
  const [piece] = readScript(text, voice.tag);
  if (piece === undefined) {
    return;
  }
  const { samples, sampleRateHz, phones } = await engine.speak(piece.text, voice);
  expect(samples.every((sample) => Math.abs(sample) <= 1)).toBe(true);
  let endMs = 0;
  for (const phone of phones) {
    expect(phone.startMs).toBeGreaterThanOrEqual(endMs - 0.001);
    expect(phone.endMs).toBeGreaterThanOrEqual(phone.startMs);
    ({ endMs } = phone);
  }
  expect(endMs).toBeLessThanOrEqual((samples.length * 1000) / sampleRateHz + 1);
}
