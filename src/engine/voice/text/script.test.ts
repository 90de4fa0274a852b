import { describe, expect, it } from 'vitest';
import { cutText, readScript } from './script.ts';

function read(script: string, tag = 'en-US'): string[] {
  return readScript(script, tag).map(({ text }) => text);
}

describe('an English script', () => {
  it.each([
    ['It was built in 1984.', 'It was built in nineteen eighty-four.'],
    [
      'From 1905 to 2007, and in 2000.',
      'From nineteen oh five to two thousand seven, and in two thousand.',
    ],
    [
      '1,234,567 people',
      'one million two hundred thirty-four thousand five hundred sixty-seven people',
    ],
    ['Pi is 3.14.', 'Pi is three point one four.'],
    [
      'Agent 007 paid $1,234.50.',
      'Agent zero zero seven paid one thousand two hundred thirty-four dollars and fifty cents.',
    ],
    ['It cost $3.5 million, not £1.', 'It cost three point five million dollars, not one pound.'],
    [
      'On 2026-11-20 at 3:45 p.m.',
      'On November twentieth, twenty twenty-six at three forty-five p m.',
    ],
    [
      'July 4, 1776 and 21st May 2020',
      'July fourth, seventeen seventy-six and May twenty-first, twenty twenty',
    ],
    [
      'It is -5°C; 120 km/h is fast.',
      'It is minus five degrees Celsius; one hundred twenty kilometers per hour is fast.',
    ],
    ['10–20% of 3½ cups', 'ten to twenty percent of three and a half cups'],
    ['Call 555-123-4567.', 'Call five five five, one two three, four five six seven.'],
    ['World War II and Henry VIII', 'World War two and Henry the eighth'],
    ['Version 1.2.3 of MP3', 'Version one point two point three of MP three'],
    [
      'Mail a.b@example.com or see https://www.example.com/faq.',
      'Mail a dot b at example dot com or see example dot com slash faq.',
    ],
    ['the 1990s and the ’80s', 'the nineteen nineties and the eighties'],
    [
      'Call 911 or (555) 123-4567 ext. 12.',
      'Call nine one one or five five five, one two three, four five six seven extension one two.',
    ],
    [
      'From +44 20 7946 0958',
      'From plus four four, two zero, seven nine four six, zero nine five eight',
    ],
    [
      'ISBN 978-3-16-148410-0 at 192.168.0.1',
      'ISBN nine seven eight, three, one six, one four eight four one zero, zero at one nine two dot one six eight dot zero dot one',
    ],
    [
      '$5-10, US$20bn, €1.234,56 and 100k',
      'five to ten dollars, twenty billion dollars, one thousand two hundred thirty-four euros and fifty-six cents and one hundred thousand',
    ],
    [
      'Jan. 5–10, 9am-5pm, 9:30–17:45',
      'January fifth to tenth, nine a m to five p m, nine thirty to seventeen forty-five',
    ],
    [
      'x^2 + 3.5e-3 ≈ 10^6',
      'x squared plus three point five times ten to the minus three about ten to the power of six',
    ],
    ['<3 of ~10, at ≥5 km²', 'less than three of about ten, at at least five square kilometers'],
    ['He is 5\'10" with a 27" screen.', 'He is five foot ten with a twenty-seven inch screen.'],
    ['C++, C# and Node.js on .NET', 'C plus plus, C sharp and Node dot js on dot NET'],
    ['I AM NOT SURE, SAID the CEO of the FBI.', 'I am not sure, said the C E O of the F B I.'],
    ['See www.foo-bar.co.uk/path?x=1&y=2#top!', 'See foo dash bar dot co dot uk slash path!'],
    [
      'btw, and/or 24/7, 16:9 and ⅔',
      'by the way, and or twenty-four seven, sixteen to nine and two thirds',
    ],
    [
      '1080p at 60 fps, v2.0-beta.3',
      'ten eighty p at sixty frames per second, version two point zero beta three',
    ],
    ['R&D costs 1/2 of #1', 'R and D costs one half of number one'],
  ])('reads %s', (script, spoken) => {
    expect(read(script)).toEqual([spoken]);
  });

  it('ends no sentence at an abbreviation, and one at the point of its last', () => {
    expect(
      read('Dr. Smith met Mrs. Jones, e.g. in St. Louis. They live on Main St. It is nice.'),
    ).toEqual([
      'Doctor Smith met Missus Jones, for example in Saint Louis.',
      'They live on Main Street.',
      'It is nice.',
    ]);
  });

  it('reads dates of two meanings as the country does', () => {
    expect(read('3/4/2026', 'en-US')).toEqual(['March fourth, twenty twenty-six']);
    expect(read('3/4/2026', 'en-GB')).toEqual(['April third, twenty twenty-six']);
    expect(read('13/4/2026', 'en-US')).toEqual(['April thirteenth, twenty twenty-six']);
  });

  it('gets along with mixed punctuation, signs and pictures', () => {
    expect(read('“Wait…” — he said?!! 😀👍🏽 Then: ,, *left* <b>')).toEqual([
      '"Wait. ", he said?',
      'Then: left b',
    ]);
  });

  it('reads letters in disguise', () => {
    expect(read('𝓗𝓮𝓵𝓵𝓸 Ｗｏｒｌｄ, World War Ⅱ')).toEqual(['Hello World, World War two']);
    expect(read('𝗚𝘂𝘁𝗲𝗻 Tag', 'de')).toEqual(['Guten Tag']);
  });

  it('writes letters of other languages plainly', () => {
    expect(read('Café Zürich, straße')).toEqual(['Cafe Zurich, strasse']);
  });
});

describe('a script of another language', () => {
  it('has dates, money and units in its own words', () => {
    expect(read('Am 20.11.2026 kostet es z. B. 5,20 € auf 3 km.', 'de')).toEqual([
      'Am 20. November 2026 kostet es zum Beispiel 5,20 Euro auf 3 Kilometer.',
    ]);
    expect(read('Le 2026-11-20, M. Dupont paie 5 €.', 'fr')).toEqual([
      'Le 20 novembre 2026, Monsieur Dupont paie 5 euros.',
    ]);
  });

  it('is cut at its own full stops', () => {
    expect(read('今天天气很好。我们去公园吧！', 'zh')).toEqual([
      '今天天气很好。',
      '我们去公园吧！',
    ]);
    expect(read('नमस्ते। आप कैसे हैं?', 'hi')).toEqual(['नमस्ते।', 'आप कैसे हैं?']);
  });
});

describe('pieces', () => {
  it('are none where nothing can be spoken', () => {
    expect(read('😀 !!! … —')).toEqual([]);
  });

  it('rest longer after a paragraph than after a sentence', () => {
    const pauses = readScript('One. Two.\n\nThree.', 'en-US').map(({ pauseMs }) => pauseMs);
    expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0);
  });

  it('stay short in a sentence without an end, and lose nothing', () => {
    const words = Array.from({ length: 400 }, (_, index) => `word${'abcdefg'[index % 7]}`).join(
      ' ',
    );
    const pieces = read(words);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(240);
    expect(pieces.join(' ')).toBe(words);
  });

  it('stay short where one sign becomes several letters', () => {
    const pieces = read(`${'㎞'.repeat(50)} `.repeat(4));
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(240);
  });

  it('are cut where a speaker takes breath', () => {
    expect(cutText('When it rains, the cat stays in and sleeps.', 30)[0]).toBe('When it rains, ');
  });
});
