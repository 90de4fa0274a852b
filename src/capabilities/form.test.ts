import { describe, expect, it } from 'vitest';
import { limits } from '../contract/api/limits.ts';
import { capabilities } from './definitions.ts';
import { faceSwap } from './face-swap/definition.ts';
import { toForm } from './form.ts';

describe('the form of a capability', () => {
  it('asks for the files of the request and offers its settings with their limits', () => {
    expect(toForm(faceSwap)).toEqual({
      inputs: [
        {
          field: 'video_key',
          kind: 'videos',
          isRequired: true,
          labelKey: 'capability.face_swap.video_key',
        },
        {
          field: 'face_key',
          kind: 'images',
          isRequired: true,
          labelKey: 'capability.face_swap.face_key',
        },
      ],
      settings: [
        {
          field: 'max_duration_sec',
          labelKey: 'capability.face_swap.max_duration_sec',
          control: 'whole',
          ...limits.faceSwapDurationSec,
        },
        {
          field: 'output_resolution_p',
          labelKey: 'capability.face_swap.output_resolution_p',
          control: 'choice',
          choices: [480, 720, 1080],
        },
      ],
    });
  });

  it('can be made of every capability that is there', () => {
    for (const capability of capabilities) {
      expect(toForm(capability).inputs.length).toBeGreaterThan(0);
    }
  });
});
