import { describe, expect, it } from 'vitest';
import { detectLanguage } from './detect-language.ts';
import { toBase, findHintedLanguage } from './language-hint.ts';

describe('a hint of a language', () => {
  it.each([
    ['de', 'de'],
    ['deu', 'de'],
    ['German', 'de'],
    ['deutsch', 'de'],
    ['pt_br', 'pt-BR'],
    ['Brazilian Portuguese', 'pt-BR'],
    [' EN-us ', 'en-US'],
    ['中文', 'zh'],
    ['Norwegian', 'nb'],
    ['ja', 'ja'],
    ['de-DE-u-co-phonebk', 'de-DE'],
    ['de-x-private', 'de'],
  ])('%s means %s', (hint, tag) => {
    expect(findHintedLanguage(hint)).toBe(tag);
  });

  it.each(['klingon', 'xx', '', '%&', 'a'.repeat(64)])('%s means nothing', (hint) => {
    expect(findHintedLanguage(hint)).toBeNull();
  });

  it('is one language under all its codes', () => {
    expect([toBase('no'), toBase('nb-NO'), toBase('cmn'), toBase('zh-TW')]).toEqual([
      'nb',
      'nb',
      'zh',
      'zh',
    ]);
  });
});

describe('the language of a script', () => {
  it.each([
    ['en', 'Could you please tell me where the nearest station is?'],
    ['de', 'Der Zug nach München fährt heute leider nicht.'],
    ['fr', 'Nous avons passé de très bonnes vacances à la mer.'],
    ['es', '¿Dónde está la biblioteca de la ciudad?'],
    ['it', 'Vorrei un bicchiere di acqua, per favore.'],
    ['pt', 'Não sei onde deixei as minhas chaves ontem.'],
    ['nl', 'Ik heb gisteren een nieuwe fiets gekocht.'],
    ['pl', 'Wczoraj byliśmy w kinie z przyjaciółmi.'],
    ['ru', 'Сегодня вечером мы идём в театр.'],
    ['uk', 'Сьогодні ввечері ми йдемо до театру.'],
    ['tr', 'Yarın sabah erken kalkmam gerekiyor.'],
    ['fi', 'Huomenna menemme mökille saunomaan.'],
    ['hu', 'Holnap reggel korán kell felkelnem.'],
    ['zh', '我们明天早上去北京。'],
    ['ja', '明日の朝、東京に行きます。'],
    ['ko', '내일 아침에 서울에 갑니다.'],
    ['ar', 'سنذهب غدا إلى المدينة القديمة.'],
    ['el', 'Αύριο θα πάμε στη θάλασσα.'],
    ['nb', 'Jeg skal reise hjem etter jobb, men været er ikke bra.'],
    ['da', 'Jeg skal rejse hjem efter arbejde, men vejret er ikke godt.'],
    ['mk', 'Колку чини еден билет до Охрид и кога тргнува автобусот?'],
    ['sr', 'Време је данас лепо, зато идемо на планину са пријатељима.'],
    ['bg', 'Времето днес е хубаво, затова отиваме в планината с приятели.'],
    ['ur', 'میں کل صبح لاہور جا رہا ہوں۔'],
    ['fa', 'فردا صبح به اصفهان می‌روم.'],
    ['hi', 'मैं कल सुबह दिल्ली जा रहा हूँ।'],
    ['cy', 'Rydw i eisiau mynd i Gaerdydd yfory.'],
    ['id', 'Saya tidak tahu apa yang dia lakukan di sini.'],
  ])('is %s whatever the voice speaks', async (base, script) => {
    expect(await detectLanguage(script, 'en-US')).toEqual({ base, isClear: true });
    expect((await detectLanguage(script, 'de')).base).toBe(base);
  });

  it('is never one whose letters the voice cannot read, however short the text is', async () => {
    expect(await detectLanguage('Добро утро', 'en-US')).toMatchObject({ isClear: true });
    expect((await detectLanguage('नमस्ते', 'de')).base).toMatch(/^(?:hi|mr)$/);
    expect(await detectLanguage('Good morning', 'ru')).toMatchObject({ base: 'en' });
  });

  it.each([
    'OK',
    'Paris',
    '123',
    'Hello, world!',
    'Anna Smith, Berlin',
    'Tokyo Drift',
    'Lorem ipsum dolor sit amet',
  ])('is that of the voice where %s may be any', async (script) => {
    const { base, isClear } = await detectLanguage(script, 'en-US');
    expect(base === 'en' || !isClear).toBe(true);
  });
});
