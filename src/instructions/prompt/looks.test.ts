import { describe, expect, it } from 'vitest';
import { readPrompt } from './read-prompt.ts';

const namesOf = (prompt: string): string[] => readPrompt(prompt).notOffered.map(({ wish }) => wish);

describe('what is of one thing changes no other', () => {
  it.each(['change the sweater to knitted wool, cream coloured', 'mein Hoodie aus Samt bitte'])(
    'refuses the fabric of “%s”',
    (prompt) => {
      const { steps, notOffered } = readPrompt(prompt);
      expect(steps).toEqual([]);
      expect(notOffered).toMatchObject([{ wish: 'fabric' }]);
    },
  );

  it('colours clothes that are coloured', () => {
    expect(readPrompt('cream coloured sweater please').steps).toMatchObject([
      { kind: 'part_colour', part: 'clothes' },
    ]);
    expect(readPrompt('black and white, only the red coloured').steps).toMatchObject([
      { kind: 'keep_colour' },
    ]);
  });

  it.each([
    'My sister blinked in the group photo, can you open her eyes?',
    'I blinked, open my eyes',
    'my eyes are closed, open them',
    'auf dem Gruppenfoto soll mein Bruder lächeln',
    'Oma soll auf dem Familienbild lächeln',
    'make my sister smile in the family photo',
  ])('does not do “%s”', (prompt) => {
    const { steps, notOffered, notUnderstood } = readPrompt(prompt);
    expect(steps).toEqual([]);
    expect(notOffered.length).toBeGreaterThan(0);
    expect(notUnderstood).toEqual([]);
  });

  it.each(['make us smile in this group photo', 'alle sollen auf dem Familienbild lächeln'])(
    'does “%s”',
    (prompt) => {
      expect(readPrompt(prompt).steps).toMatchObject([{ shape: 'smile' }]);
    },
  );

  it('still makes a group of several pictures', () => {
    const prompt = 'make a group photo of us, my sister smiling';
    expect(readPrompt(prompt, { pictures: 2 }).steps).toMatchObject([{ kind: 'group' }]);
  });

  it('smooths all skin for many spots, and says so, but not for one', () => {
    for (const prompt of ['get rid of the pimples on my chin', 'Pickel auf der Nase weg bitte']) {
      expect(readPrompt(prompt).understood[0]?.says.en, prompt).toBe(
        'Smooths all skin; pores stay.',
      );
    }
    for (const prompt of ['get rid of the pimple on my chin', 'der Pickel auf der Nase muss weg']) {
      expect(readPrompt(prompt), prompt).toMatchObject({ steps: [], notOffered: [{}] });
    }
  });

  it.each([
    'more vivid but no orange skin please',
    'kräftigere Farben, aber keine orange Haut',
    'alles ein bisschen kräftiger, die Haut nicht so orange bitte',
    'kühler Look wie im Winter, die Haut soll aber natürlich bleiben',
  ])('leaves the skin out of “%s”', (prompt) => {
    expect(readPrompt(prompt)).toMatchObject({
      steps: [{ where: { region: 'skin', isInverted: true } }],
      notOffered: [],
      notUnderstood: [],
    });
  });

  it('keeps no colour in a pencil drawing', () => {
    const { steps, notOffered } = readPrompt('als Bleistiftskizze, nur die Augen in Farbe');
    expect(steps).toMatchObject([{ style: 'pencil' }]);
    expect(notOffered).toHaveLength(1);
  });
});

describe('a look names why it is not done', () => {
  it.each([
    ['remove the shadow on my face', 'shadow_on_part'],
    ['den Schatten auf meiner rechten Gesichtshälfte wegbekommen', 'shadow_at_side'],
    ['mach mich zur Bronzefigur', 'material'],
    ['turn my head a little to the left so I look at the lens', 'pose'],
    ['mein Mann guckt weg', 'pose'],
    ['too dark on my left side', 'one_side'],
    ['wie im Winter', 'weather'],
    ['more depth', 'vague'],
    ['make me look awake', 'awake'],
    ['Flecken auf dem alten Foto von Opa wegmachen', 'restore'],
    ['put me by the window', 'object'],
  ])('“%s” is %s', (prompt, expected) => {
    expect(namesOf(prompt)).toEqual([expected]);
  });
});

describe('remarks beside a look are no wishes', () => {
  it.each([
    'Kannst du mir ein leichtes Lächeln geben? Ich schau so grimmig',
    'make me smile a bit, I look so serious',
    'ein bisschen Nebel dazu, wie morgens im Wald',
    'can the dress be emerald green, and only the dress',
    'ich bin viel zu dunkel vorm Fenster, hell mich auf',
    'Zeichentrick, aber mein Gesicht soll noch nach mir aussehen',
    'Haut glatter, aber man soll die Poren noch sehen',
    'make my face a tiny bit slimmer, but dont make it obvious',
    'whiten my teeth a little, not hollywood white',
    'can it look like a comic book with the little dots',
    'die Zähne auch gleich heller',
    'die Farben sind so blass, dreh die mal deutlich auf',
    'dreh den Kontrast hoch',
    'weiches Fensterlicht von links',
  ])('does all of “%s”', (prompt) => {
    const { steps, notOffered, notUnderstood } = readPrompt(prompt);
    expect(steps).toHaveLength(1);
    expect([...notOffered, ...notUnderstood]).toEqual([]);
  });
});

it.each([
  'only the background black and white, I want to stay in colour',
  'nur der Hintergrund schwarzweiß, der Rest soll bunt bleiben',
])('takes colour only from the background in “%s”', (prompt) => {
  expect(readPrompt(prompt).steps).toMatchObject([
    { grade: 'black_and_white', where: { region: 'background', isInverted: false } },
  ]);
});

it.each([
  ['the background in colour, the rest black and white', 'background'],
  ['everything black and white, only me colourful', 'person'],
  ['alles schwarzweiß, nur ich bunt', 'person'],
])('keeps colour where “%s” names it', (prompt, region) => {
  expect(readPrompt(prompt).steps).toMatchObject([
    { grade: 'black_and_white', where: { region, isInverted: true } },
  ]);
});
