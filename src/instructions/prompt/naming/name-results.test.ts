import { describe, expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

const namesOf = (prompt: string): string[] => readPrompt(prompt).notOffered.map(({ wish }) => wish);

describe('what is said of a result is no effect', () => {
  it.each([
    'a slightly smoother skin but I don’t want it to look fake',
    'Haut glätten, aber ich will nicht nach Plastik aussehen',
    'whiten my teeth without making it look photoshopped',
    'zähne weißer, soll aber nicht künstlich wirken',
    'Aquarell, aber mein Gesicht soll noch gut zu erkennen sein',
    'make it a watercolour but I still want to recognise myself',
    'Haut etwas glatter, Poren dürfen ruhig noch zu sehen sein',
    'cartoon, but my sister should still be recognizable',
    'the background should go a bit darker',
    'a bit slimmer face, only slightly',
    'Hintergrund leicht unscharf, nicht zu viel',
    'a bit brighter, not much',
    'etwas Lippenstift, eher rosa',
    'my lips a bit more rosy, everything else stays',
    'I’d love to be on a beach, is that possible?',
    'am liebsten wär ich am Meer',
  ])('does all of “%s”', (prompt) => {
    const { steps, notOffered, notUnderstood } = readPrompt(prompt);
    expect(steps).toHaveLength(1);
    expect([...notOffered, ...notUnderstood]).toEqual([]);
  });

  it.each([
    'blur the background but the books should still be readable',
    'Hintergrund unscharf, aber man soll den Baum noch erkennen',
    'get rid of those wrinkles around the eyes but not all of them',
    'falten weg, aber nicht alle',
    'natural make-up please',
    'natürliches Lächeln',
    'Falten nur ein wenig abmildern',
  ])('does less of “%s”', (prompt) => {
    const { steps, notOffered, notUnderstood } = readPrompt(prompt);
    expect(steps[0]).toMatchObject({ amount: 0.35 });
    expect([...notOffered, ...notUnderstood]).toEqual([]);
  });

  it.each([
    'Gesicht schmaler, Nase kleiner, beides nur leicht',
    'slimmer face, smaller nose, but only a little of each',
  ])('does less of both in “%s”', (prompt) => {
    expect(readPrompt(prompt).steps).toMatchObject([{ amount: 0.35 }, { amount: 0.35 }]);
  });

  it.each([
    ['I want a sad mood', 'vague'],
    ['gib dem Bild eine traurige Stimmung', 'vague'],
    ['lass das Bild traurig wirken', 'vague'],
    ['the man on the right should go', 'remove_people'],
    ['Nimm bitte den Mann links aus dem Bild', 'person_taken'],
    ['kopf etwas nach links drehen', 'pose_turned_side'],
    ['turn the statue into gold', 'thing_turned'],
    ['make the wall marble', 'wall_turned'],
    ['Sommersprossen hinzufügen', 'skin_marks_added'],
    ['black bar over my eyes', 'bar_over'],
    ['schärferes Kinn', 'face_shape'],
    ['make me look fresh', 'vague'],
    ['Füge eine Katze auf dem Schreibtisch hinzu', 'object'],
  ])('“%s” is %s', (prompt, expected) => {
    const { steps, notUnderstood } = readPrompt(prompt);
    expect(namesOf(prompt)).toEqual([expected]);
    expect([...steps, ...notUnderstood]).toEqual([]);
  });

  it.each([
    ['everything black and white but my eyes', 'eyes'],
    ['everything brighter but the background', 'background'],
  ])('leaves a part out: “%s”', (prompt, region) => {
    expect(readPrompt(prompt)).toMatchObject({
      steps: [{ where: { region, isInverted: true } }],
      notOffered: [],
      notUnderstood: [],
    });
  });

  it.each(['make me look sad', 'lass mich traurig schauen'])('moves the mouth: “%s”', (prompt) => {
    expect(readPrompt(prompt).steps).toMatchObject([{ shape: 'sad' }]);
  });

  it.each([
    'man sieht noch den Pickel',
    'blur the faces but not all of them',
    'I can still see the stain',
  ])('does nothing of “%s”', (prompt) => {
    expect(readPrompt(prompt).steps).toEqual([]);
  });
});
