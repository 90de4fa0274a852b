import { describe, expect, it } from 'vitest';
import { chooseAutoVoice } from './auto-voice.ts';
import { voiceCatalogue } from './catalogue.ts';

describe('an automatically chosen voice', () => {
  it.each([
    ['Good morning, everybody. How are you today?', 'en-rowan'],
    ['Guten Morgen zusammen, wie geht es euch heute?', 'de-lukas'],
    ['Buenos días a todos, ¿cómo estáis hoy?', 'es-es-mateo'],
    // Too short for detection: English.

    ['Hi.', 'en-rowan'],
  ])('speaks the language of "%s"', async (script, id) => {
    expect((await chooseAutoVoice({ script })).id).toBe(id);
  });

  it('speaks the language that is asked for, and its country', async () => {
    expect((await chooseAutoVoice({ script: 'Hola.', language: 'es-MX' })).tag).toBe('es-MX');
    expect((await chooseAutoVoice({ script: 'Hola.', language: 'French' })).tag).toBe('fr');
  });

  it('is a model of the user before one that comes with the program', async () => {
    const rowan = voiceCatalogue[0]!;
    const model = { name: 'own.onnx' } as NonNullable<(typeof rowan)['model']>;
    const own = { ...rowan, id: 'own', quality: 'basic', model } as const;
    const voices = [...voiceCatalogue, own];
    expect((await chooseAutoVoice({ script: 'Hello there.', voices })).id).toBe('own');
  });

  it('is refused for a language without a voice', async () => {
    await expect(chooseAutoVoice({ script: 'x', language: 'Klingon' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});
