import { describe, expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

describe('remarks about circumstances', () => {
  it.each([
    'rauschen weg, meine kamera ist mist',
    'remove the noise, my webcam is terrible at night',
    'get rid of the bags under my eyes, I slept really badly before the shoot',
    'augenringe weg bitte, hab die ganze nacht gestreamt und kaum geschlafen',
    'could you fill in my eyebrows, they vanished in the flash',
    'sharpen it, the autofocus missed',
    'transparent background please, I need it as an overlay',
    'mach hinter mir alles weiß, is für den ausweis',
    'Die Pickel auf der Nase müssen weg, morgen ist Abiball',
    'hide their faces, their parents said no',
    'blur the background, my roommates don’t want to be online',
    'tausch mein Zimmer gegen ein Studio aus, ist mir peinlich',
  ])('are none of the wishes of “%s”', (prompt) => {
    const { steps, notOffered, notUnderstood } = readPrompt(prompt);
    expect(steps).toHaveLength(1);
    expect([...notOffered, ...notUnderstood]).toEqual([]);
  });

  it.each([
    'make it warmer, camera slowly zooming in',
    'warmer, the camera zooms in',
    'warmer, I got a stain on my shirt',
    'warmer, my phone should not be visible',
    'warmer, I need a hat',
    'heller, mein Handy ist im Spiegel zu sehen',
    'make it darker, it looks sparkly',
    'warmer, hab einen roten Fleck am Hals',
  ])('are not what “%s” asks for', (prompt) => {
    const { notOffered, notUnderstood } = readPrompt(prompt);
    expect([...notOffered, ...notUnderstood]).not.toEqual([]);
  });
});

describe('what illustrates a wish', () => {
  it.each([
    'moody and dark like a crime series',
    'make it rain like in a sad movie',
    'put a bit of fog behind us, like in a horror movie',
    'ölgemälde, so richtig alt wie im museum',
    'comic book dots please, like those old pop art prints',
    'mach regen rein, es soll richtig ungemütlich wirken',
    'lächeln bitte, aber ohne Zähne',
    'viel zu bunt, nimm die Farben etwas zurück',
  ])('is not reported beside “%s”', (prompt) => {
    const { steps, notOffered, notUnderstood } = readPrompt(prompt);
    expect(steps.length).toBeGreaterThan(0);
    expect([...notOffered, ...notUnderstood]).toEqual([]);
  });

  it.each(['like a crime series', 'whiten my teeth and make it look like a crime series'])(
    'is reported where nothing does it: “%s”',
    (prompt) => {
      expect(readPrompt(prompt).notUnderstood.join(' ')).toContain('crime');
    },
  );

  it.each(['neon look, in blue and pink', 'neon stil, pink und türkis', 'halftone, two colours'])(
    'is a colour that a style has not: “%s”',
    (prompt) => {
      expect(readPrompt(prompt)).toMatchObject({
        steps: [{ kind: 'style' }],
        notOffered: [{ wish: 'style_colours' }],
        notUnderstood: [],
      });
    },
  );
});
