import { expect, it } from 'vitest';
import type { InspectedFace } from '../../../../contract/inspection.ts';
import { AppError } from '../../../../base/errors.ts';
import { listShownFields } from '../../../../capabilities/form/form-values.ts';
import type { ServiceOffer } from '../../../../contract/ipc/jobs.ts';
import type { DraftInput, DraftSlots } from '../../../stores/draft-files.ts';
import { maxPlanned, type PlanInputs, planJobs } from './planned-jobs.ts';
import { findShownForm } from '../shown-form.ts';

const price = {
  feature: 'face_swap',
  unit: 'per_second',
  priceUsd: 0.1,
  minimumUsd: 0,
} as const;
const offer: ServiceOffer = {
  profileId: 'elsewhere',
  capabilities: [price],
  balanceUsd: 10,
  resolutionsP: [720],
};

function toInput(id: string, durationMs: number | null, check: DraftInput['check'] = 'good') {
  return {
    file: {
      id,
      name: `${id}.mp4`,
      kind: 'video',
      sizeBytes: 1,
      url: `media/x/${id}`,
      hasConsent: true,
    },
    facts: { size: null, durationMs },
    check,
    thumbUrl: null,
    seen: null,
    seenAs: null,
    person: 1,
    joints: null,
  } satisfies DraftInput;
}

function plan(slots: DraftSlots, change: Partial<PlanInputs> = {}) {
  const form = findShownForm('face_swap')!;
  const shown = listShownFields(form, { options: {}, files: {} });
  const skipped = new Set<string>();
  const sent = new Set<string>();
  return planJobs({
    form,
    shown,
    slots,
    options: {},
    skipped,
    sent,
    offer,
    price,
    jobs: [],
    ...change,
  });
}

const videos = [toInput('a', 1000), toInput('b', 2000), toInput('c', 3000)];
const faces = [toInput('x', null), toInput('y', null)];

it('makes a job of each video with each face, with one total', () => {
  const { rows, costUsd } = plan({ video_key: videos, face_key: faces });
  expect(rows.map(({ key }) => key)).toEqual(['a x', 'a y', 'b x', 'b y', 'c x', 'c y']);
  expect(rows.map((row) => row.costUsd)).toEqual([0.1, 0.1, 0.2, 0.2, 0.3, 0.3].map(near));
  expect(costUsd).toBeCloseTo(1.2, 9);
});

const near = (value: number): unknown => expect.closeTo(value, 9);

it('omits unusable, deselected and sent jobs', () => {
  const damaged = toInput('d', null, new AppError('unsupported_format', 'Damaged.'));
  const { rows, skipped } = plan(
    { video_key: [...videos, damaged], face_key: faces },
    { skipped: new Set(['a y']), sent: new Set(['b x']) },
  );
  expect(rows.map(({ key }) => key)).toEqual(['a x', 'b y', 'c x', 'c y']);
  expect(skipped).toBe(1);
});

it('names the chosen person of each clip with several people', () => {
  const seen = (count: number): DraftInput['seen'] => ({
    kind: 'faces',
    frames: 5,
    framesWithFace: 5,
    count,
    faces: [],
  });
  const clips = [
    { ...toInput('two', 1000), seen: seen(2), person: 2 },
    { ...toInput('one', 1000), seen: seen(1) },
    { ...toInput('unknown', 1000) },
  ];
  const portraits = [{ ...toInput('x', null), seen: seen(2), person: 2 }];
  const { rows } = plan({ video_key: clips, face_key: portraits });
  expect(rows.map(({ own }) => own)).toEqual([{ person: 2 }, {}, {}]);
  const elsewhere = plan(
    { video_key: clips, face_key: portraits },
    { form: findShownForm('face_swap', false)! },
  );
  expect(elsewhere.rows.map(({ own }) => own)).toEqual([{}, {}, {}]);
});

it('gives each job the joints that were set by hand in its picture', () => {
  const form = findShownForm('motion_control')!;
  const pictures = [{ ...toInput('a', null), joints: 'of a' }, toInput('b', null)];
  const slots = { image_key: pictures, video_key: [toInput('v', 1000)] };
  const { rows } = plan(slots, { form, shown: form.fields });
  expect(rows.map(({ own }) => own)).toEqual([{ joints: 'of a' }, {}]);
  const elsewhere = plan(slots, {
    form: findShownForm('motion_control', false)!,
    shown: form.fields,
  });
  expect(elsewhere.rows.map(({ own }) => own)).toEqual([{}, {}]);
});

it('takes faces for others along as far as there are people, and with one clip alone', () => {
  const face = { picture: '', heightPx: 100, turnDegrees: 0 } as InspectedFace;
  const seen = { kind: 'faces', frames: 5, framesWithFace: 5, count: 3, faces: [face, face, face] };
  const clip = { ...toInput('a', 1000), seen: seen as DraftInput['seen'], person: 3 };
  const [first, second, third] = ['x', 'y', 'z'].map((id) => toInput(id, null));
  const shown = findShownForm('face_swap')!.fields;
  const slots = { face_key: faces.slice(0, 1), other_face_keys: [first!, second!, third!] };
  const { rows } = plan({ ...slots, video_key: [clip] }, { shown });
  expect(rows[0]!.inputs.map(({ field, input }) => `${field} ${input.file.id}`)).toEqual([
    'video_key a',
    'face_key x',
    'other_face_keys x',
    'other_face_keys y',
  ]);
  expect(rows[0]!.own).toEqual({ person: 3 });
  const several = plan({ ...slots, video_key: [clip, toInput('b', 1000)] }, { shown });
  expect(several.rows.map(({ inputs }) => inputs.length)).toEqual([2, 2]);
});

it('does not know a total as long as a length is not known', () => {
  expect(plan({ video_key: [toInput('a', null)], face_key: faces }).costUsd).toBeNull();
});

it('stops at one more than are allowed', () => {
  const many = Array.from({ length: 100 }, (_, index) => toInput(`v${index}`, 1000));
  const { rows } = plan({ video_key: many, face_key: many });
  expect(rows).toHaveLength(maxPlanned + 1);
});
