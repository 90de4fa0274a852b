import { describe, expect, it } from 'vitest';
import { findVoice, voiceCatalogue } from './catalogue.ts';
import { chooseVoice, requireVoice } from './choose-voice.ts';
import { toBase } from './language/language-hint.ts';

describe('the catalogue of voices', () => {
  it('has many voices of many languages, each under an id of its own', () => {
    expect(voiceCatalogue.length).toBeGreaterThanOrEqual(40);
    expect(new Set(voiceCatalogue.map(({ tag }) => toBase(tag))).size).toBeGreaterThanOrEqual(20);
    expect(new Set(voiceCatalogue.map(({ id }) => id)).size).toBe(voiceCatalogue.length);
    expect(new Set(voiceCatalogue.map(({ tag, label }) => `${tag} ${label}`)).size).toBe(
      voiceCatalogue.length,
    );
  });

  it('names every language in words', () => {
    expect(voiceCatalogue.filter(({ language, tag }) => language === tag)).toEqual([]);
    expect(findVoice('pt-br-beatriz')?.language).toBe('Brazilian Portuguese');
  });
});

describe('the choice of a voice', () => {
  it('is the one that was asked for when it speaks the language', async () => {
    const request = { voiceId: 'en-angus', language: 'en-US', script: 'Good morning.' };
    expect(await chooseVoice(request)).toMatchObject({ voice: { id: 'en-angus' }, reason: null });
  });

  it('is the voice most like it for another language, and says so', async () => {
    const chosen = await chooseVoice({
      voiceId: 'en-clara',
      script: 'Nous avons passé de très bonnes vacances à la mer.',
    });
    expect(chosen.voice.id).toBe('fr-camille');
    expect(chosen.reason).toContain('en-clara');
  });

  it('keeps to the country that was asked for', async () => {
    const request = { voiceId: 'en-rowan', language: 'es-MX', script: 'Hola.' };
    expect((await chooseVoice(request)).voice.tag).toBe('es-MX');
  });

  it('refuses a language without a voice and lists those there are', async () => {
    const script = '明日の朝、東京に行きます。';
    await expect(chooseVoice({ voiceId: 'en-rowan', script })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/Japanese.*German, French/),
    });
    expect(() => requireVoice('en-rowan', 'Klingon')).toThrow(/Klingon.*English/);
    expect(() => requireVoice('nobody', undefined)).toThrow('voice_id');
  });
});
