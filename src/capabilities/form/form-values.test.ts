import { describe, expect, it } from 'vitest';
import { exampleFileKeys } from '../../contract/api/fields.ts';
import { operations } from '../../contract/api/operations.ts';
import {
  checkRequest,
  type FilledForm,
  listFieldFaults,
  listShownFields,
  toBody,
  toHints,
  toOptions,
} from './form-values.ts';
import { capabilities } from '../definitions.ts';
import { toForm, toFormOf, withoutHints } from './form.ts';

const swap = toFormOf(operations.submitIdentitySwap.body, {});
const avatar = toFormOf(operations.submitAvatar.body, {});
const reimagine = toFormOf(operations.submitReimagineImage.body, {});
const names = (fields: readonly { readonly field: string }[]) => fields.map(({ field }) => field);
const files = { video_key: 1, character_key: 1 };

/** Faults as `field: reason`. */
function findFaults(form: typeof swap, filled: FilledForm): string[] {
  return listFieldFaults(form, filled).map(({ field, reason }) => `${field.field}: ${reason}`);
}

describe('a form that is filled in', () => {
  it('shows and sends a field only beside the choice that it belongs to', () => {
    const options = { audio_mode: 'tts', script: 'Good morning.', voice_id: 'en-rowan' };
    expect(names(listShownFields(swap, { options, files }))).toEqual(
      expect.arrayContaining(['script', 'voice_id', 'language']),
    );
    expect(toOptions(swap, { options, files })).toMatchObject(options);
    const original = { ...options, audio_mode: 'original' };
    expect(names(listShownFields(swap, { options: original, files }))).not.toContain('script');
    expect(toOptions(swap, { options: original, files })).not.toHaveProperty('script');
    expect(findFaults(swap, { options: original, files })).toEqual([]);
  });

  it('takes pictures from other sides only where a character turns with the clip', () => {
    const motion = toForm(capabilities.find(({ feature }) => feature === 'motion_control')!);
    const shownFor = (options: FilledForm['options'], count = 1) =>
      names(listShownFields(motion, { options, files: { image_key: count } })).filter((name) =>
        ['side_key', 'back_key'].includes(name),
      );
    expect(shownFor({ character_orientation: 'video' })).toEqual(['side_key', 'back_key']);
    expect(shownFor({ character_orientation: 'image' })).toEqual([]);
    expect(shownFor({ character_orientation: 'video' }, 0)).toEqual([]);
  });

  it('sends the initial values, and omits fields without one', () => {
    expect(toOptions(swap, { options: {}, files })).toEqual({
      mode: 'express',
      resolution: '1k',
      keep_original_sound: true,
      audio_mode: 'original',
    });
  });

  it('takes a value of another form for nothing', () => {
    const options = { resolution: '8k', keep_original_sound: 'no', aspect_ratio: 1 };
    expect(toOptions(swap, { options, files })).toMatchObject({
      resolution: '1k',
      keep_original_sound: true,
    });
    expect(toOptions(swap, { options, files })).not.toHaveProperty('aspect_ratio');
  });

  it('reports missing values, also those that another field requires', () => {
    expect(findFaults(swap, { options: { audio_mode: 'own_audio' }, files: {} })).toEqual([
      'video_key: missing',
      'character_key: missing',
      'audio_key: missing',
    ]);
    expect(findFaults(avatar, { options: { script: ' ' }, files: { image_key: 1 } })).toEqual([
      'script: missing',
    ]);
    expect(findFaults(avatar, { options: {}, files: { image_key: 1, audio_key: 1 } })).toEqual([]);
  });

  it('reports the faults that its request refuses', () => {
    const long = { prompt: 'a'.repeat(2001) };
    expect(findFaults(reimagine, { options: long, files: { image_keys: 5 } })).toEqual([
      'image_keys: invalid',
      'prompt: invalid',
    ]);
    const good = { prompt: 'a'.repeat(2000) };
    expect(findFaults(reimagine, { options: good, files: { image_keys: 4 } })).toEqual([]);
  });
});

describe('the request of a form', () => {
  it('has the files of a list in their order, and each other file by itself', () => {
    const keys = ['api/images/b.png', 'api/images/a.png'];
    const list = keys.map((fileKey) => ({ field: 'image_keys', fileKey }));
    expect(toBody(reimagine, { prompt: 'Night.' }, list)).toEqual({
      prompt: 'Night.',
      image_keys: keys,
    });
    expect(toBody(avatar, {}, [{ field: 'image_key', fileKey: exampleFileKeys.images }])).toEqual({
      image_key: exampleFileKeys.images,
    });
  });

  it.each([
    {
      what: 'a value out of range',
      options: { prompt: '' },
      inputs: ['image_keys'],
      field: 'prompt',
    },
    { what: 'too few files', options: { prompt: 'Night.' }, inputs: [], field: 'image_keys' },
    {
      what: 'a file for a field that takes none',
      options: { prompt: 'Night.' },
      inputs: ['image_keys', 'video_key'],
      field: 'video_key',
    },
    {
      what: 'an unknown setting',
      options: { prompt: 'Night.', speed: 2 },
      inputs: ['image_keys'],
      field: 'speed',
    },
  ])('is refused with its field for $what', ({ options, inputs, field }) => {
    const named = inputs.map((name) => ({ field: name }));
    expect(() => checkRequest(reimagine, options, named)).toThrow(
      expect.objectContaining({ code: 'invalid_input', details: { field, part: 'body' } }),
    );
  });

  it('is taken where the service would take it', () => {
    const three = Array.from({ length: 3 }, () => ({ field: 'image_keys' }));
    expect(() => checkRequest(reimagine, { prompt: 'Night.' }, three)).not.toThrow();
  });
});

describe('a hint', () => {
  const form = toForm(capabilities.find(({ feature }) => feature === 'lip_sync')!);
  const filled: FilledForm = {
    options: { transcript: 'My mum may pay.', max_duration_sec: 4, output_resolution_p: 480 },
    files: { video_key: 1, audio_key: 1 },
  };

  it('is kept with the options, and is no part of the request', () => {
    const options = toOptions(form, filled);
    expect(options).toMatchObject(filled.options);
    expect(toBody(form, options, [])).toEqual({ output_resolution_p: 480 });
    expect(toHints(form, options, [])).toEqual({
      transcript: 'My mum may pay.',
      max_duration_sec: 4,
    });
    expect(toHints(form, { output_resolution_p: 480 }, [])).toBeNull();
    expect(toOptions(withoutHints(form), filled)).toEqual({ output_resolution_p: 480 });
  });

  it('belongs to its file, and may be left out', () => {
    const silent = { ...filled, files: { video_key: 1 } };
    expect(names(listShownFields(form, filled))).toContain('transcript');
    expect(names(listShownFields(form, silent))).not.toContain('transcript');
    expect(listFieldFaults(form, { ...filled, options: {} })).toEqual([]);
  });

  it('may be files, in their order', () => {
    const swap = toForm(capabilities.find(({ feature }) => feature === 'face_swap')!);
    const [first, second] = ['api/images/a.jpg', 'api/images/b.jpg'];
    const files = [
      { field: 'face_key', fileKey: 'api/images/c.jpg' },
      { field: 'other_face_keys', fileKey: first },
      { field: 'other_face_keys', fileKey: second },
    ];
    expect(toHints(swap, { person: 2 }, files)).toEqual({
      person: 2,
      other_face_keys: [first, second],
    });
    expect(toBody(swap, { person: 2 }, files)).toEqual({ face_key: 'api/images/c.jpg' });
  });

  it('is refused when it is not as it has to be', () => {
    const long = { transcript: 'a'.repeat(5001) };
    expect(findFaults(form, { ...filled, options: long })).toEqual(['transcript: invalid']);
    const given = [{ field: 'video_key' }, { field: 'audio_key' }];
    expect(() => checkRequest(form, long, given)).toThrow('at most 5,000 characters');
    expect(() => checkRequest(form, { transcript: 'Mum.' }, given)).not.toThrow();
  });
});
