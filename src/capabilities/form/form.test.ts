import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { limits } from '../../contract/api/limits.ts';
import { operations } from '../../contract/api/operations.ts';
import { capabilities } from '../definitions.ts';
import { findJointsField, findPeopleField, toForm, toFormOf, withoutHints } from './form.ts';

/** The definition of a feature. */
const definitionOf = (feature: string) => capabilities.find((known) => known.feature === feature)!;
const always = { isHint: false, isAdvanced: false, condition: null, aim: null };

describe('the form of a capability', () => {
  it('asks for the files of the request and offers its settings with their limits', () => {
    expect(toForm(definitionOf('face_swap')).fields).toEqual([
      {
        ...always,
        field: 'video_key',
        control: 'file',
        kind: 'videos',
        isRequired: true,
        aim: 'people',
      },
      {
        ...always,
        field: 'face_key',
        control: 'file',
        kind: 'images',
        isRequired: true,
        aim: 'face',
      },
      {
        ...always,
        ...limits.faceSwapDurationSec,
        field: 'max_duration_sec',
        control: 'number',
        step: 1,
        initial: null,
        presets: [5, 15, 60],
        isRequired: false,
      },
      {
        ...always,
        field: 'output_resolution_p',
        control: 'choice',
        choices: [480, 720, 1080],
        initial: null,
        isRequired: false,
        isAdvanced: true,
      },
      {
        ...always,
        field: 'person',
        control: 'person',
        isRequired: false,
        isHint: true,
        condition: { field: 'video_key', isEmpty: false },
      },
      {
        ...always,
        field: 'other_face_keys',
        control: 'files',
        kind: 'images',
        min: 1,
        max: 3,
        isRequired: false,
        isHint: true,
        aim: 'face',
        condition: { field: 'video_key', isEmpty: false },
      },
    ]);
  });

  it('asks for words, a voice and their language where the request has them', () => {
    const maxChars = limits.textToSpeechScriptChars;
    expect(toForm(definitionOf('text_to_speech')).fields).toEqual([
      { ...always, field: 'script', control: 'text', maxChars, isRequired: true },
      { ...always, field: 'voice_id', control: 'voice', isRequired: true },
      { ...always, field: 'language', control: 'language', isRequired: false },
    ]);
  });

  it('can be made of every capability, and of every request there is', () => {
    for (const capability of capabilities) {
      expect(toForm(capability).fields.length).toBeGreaterThan(0);
    }
    const { submitReimagineVideo, submitMotionControl, submitLipSync } = operations;
    for (const { body } of [submitReimagineVideo, submitMotionControl, submitLipSync]) {
      expect(toFormOf(body, {}).fields.length).toBeGreaterThan(2);
    }
  });

  it('reads choices and switches with the meaning of an absent one', () => {
    const { fields } = toFormOf(operations.submitMotionControl.body, {
      keep_original_sound: { initial: true },
    });
    expect(fields.find(({ field }) => field === 'character_orientation')).toMatchObject({
      control: 'choice',
      choices: ['video', 'image', 'front', 'side', 'back'],
      initial: 'video',
    });
    // The form may start otherwise.
    expect(fields.find(({ field }) => field === 'keep_original_sound')).toMatchObject({
      control: 'switch',
      initial: true,
    });
  });

  it('takes lists of files with their counts', () => {
    expect(toFormOf(operations.submitReimagineImage.body, {}).fields[0]).toMatchObject({
      control: 'files',
      kind: 'images',
      ...limits.reimagineImages,
      isRequired: true,
    });
  });

  it('knows which fields belong to which choice, and which file stands for others', () => {
    const swap = toFormOf(operations.submitIdentitySwap.body, {}).fields;
    expect(swap.find(({ field }) => field === 'script')).toMatchObject({
      isRequired: true,
      condition: { field: 'audio_mode', isOneOf: ['voice_clone', 'tts'] },
    });
    const avatar = toFormOf(operations.submitAvatar.body, {}).fields;
    expect(avatar.find(({ field }) => field === 'script')).toMatchObject({
      isRequired: true,
      condition: { field: 'audio_key', isEmpty: true },
    });
    expect(avatar.find(({ field }) => field === 'voice_id')).toMatchObject({ isRequired: false });
  });

  it('adds fields that only the service of this computer receives', () => {
    const lips = toForm(definitionOf('lip_sync')).fields.filter(({ isHint }) => isHint);
    expect(lips.map(({ field, condition }) => [field, condition])).toEqual([
      ['transcript', { field: 'audio_key', isEmpty: false }],
      ['max_duration_sec', null],
    ]);
    expect(findPeopleField(toForm(definitionOf('face_swap_image')))).toBe('image_key');
    expect(findPeopleField(withoutHints(toForm(definitionOf('face_swap'))))).toBeNull();
    expect(findJointsField(toForm(definitionOf('motion_control')))).toBe('image_key');
    expect(findJointsField(toForm(definitionOf('identity_swap')))).toBe('character_key');
    expect(findJointsField(withoutHints(toForm(definitionOf('identity_swap'))))).toBeNull();
  });

  it('refuses a field that no control fills in', () => {
    const schema = z.strictObject({ points: z.array(z.number()) });
    expect(() => toFormOf({ schema }, {})).toThrow('points');
  });
});
