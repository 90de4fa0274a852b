import { describe, expect, it } from 'vitest';
import { countFacts, type EngineReasonCode, engineReasons } from '../../contract/engine-reasons.ts';
import { languages } from '../../contract/languages.ts';
import { loadAllCatalogues } from './catalogues.ts';
import { listEngineSentences } from './engine-reason.ts';
import { createText } from './text.ts';

await loadAllCatalogues();

const codes = Object.keys(engineReasons) as EngineReasonCode[];
const counts: readonly string[] = countFacts;
const toFacts = (code: EngineReasonCode) =>
  Object.fromEntries(
    engineReasons[code].map((fact) => [fact, counts.includes(fact) ? 4321 : `<${fact}>`]),
  );
const say = (language: (typeof languages)[number], code: string, facts = {}) =>
  listEngineSentences(createText(language), {
    reason: 'ENGLISH',
    reasons: [{ code, message: 'ENGLISH', facts }],
  });

describe.each(languages)('how a result was made, in %s', (language) => {
  it.each(codes)('is said with every fact of %s', (code) => {
    const facts = toFacts(code);
    const [sentence] = say(language, code, facts);
    expect(sentence?.isForeign).toBe(false);
    expect(sentence?.says).not.toMatch(/[{}]|undefined|NaN|ENGLISH/);
    for (const fact of Object.values(facts)) {
      const shown = typeof fact === 'number' ? new Intl.NumberFormat(language).format(fact) : fact;
      expect(sentence?.says).toContain(shown);
    }
    if (language !== 'en') {
      expect(sentence?.says).not.toBe(say('en', code, facts)[0]?.says);
    }
  });

  it('is said in the words of the service where its code is unknown, or a fact is missing', () => {
    const foreign = [{ says: 'ENGLISH', isForeign: true }];
    expect(say(language, 'constructor')).toEqual(foreign);
    expect(say(language, 'model_failed', { model: 'a.onnx' })).toEqual(foreign);
    expect(say(language, 'mouths_mixed', { mouths: 'many' })).toEqual(foreign);
    expect(say(language, 'model_failed', { model: 4, why: 'It is gone.' })).toEqual(foreign);
    const text = createText(language);
    expect(listEngineSentences(text, { reason: 'ENGLISH' })).toEqual(foreign);
    expect(listEngineSentences(text, { reason: null })).toEqual([]);
  });
});
