import { describe, expect, it } from 'vitest';
import type { LocalJob } from '../../../contract/ipc/jobs.ts';
import {
  type JobReport,
  type LipReport,
  noQuality,
  type QualityReport,
} from '../../../contract/job-details.ts';
import { loadAllCatalogues } from '../../i18n/catalogues.ts';
import { createText } from '../../i18n/text.ts';
import { type Grade, judgeResult } from './verdict.ts';
import { formatAdvice, formatProposal, formatVerdict } from './verdict-words.ts';

await loadAllCatalogues();

/**
 * Similarity to the photo and to the original face, jitter and sharpness relative to the clip, and a grade by a viewer
 * of the frames at full size: 17 sources (photos, paintings, a drawing, a mask; one photo also at 90 and 54 pixels,
 * blurred, dark and with grain), each in three clips of packages that tests use.
 */
const graded: readonly (readonly [number, number, number, number, Grade])[] = [
  [0.79, 0.35, 0.4, 2.13, 'visible'],
  [0.81, 0.35, 0.49, 2.14, 'visible'],
  [0.8, 0.35, 0.39, 2.01, 'visible'],
  [0.83, 0.38, 0.4, 1.69, 'visible'],
  [0.76, 0.47, 0.38, 1.59, 'good'],
  [0.85, 0.32, 0.42, 1.91, 'good'],
  [0.77, 0.37, 0.41, 2.98, 'unconvincing'],
  [0.82, 0.45, 0.38, 1.72, 'visible'],
  [0.84, 0.37, 0.27, 1.59, 'good'],
  [0.74, 0.43, 0.48, 1.34, 'good'],
  [0.79, 0.54, 0.3, 1.49, 'good'],
  [0.41, 0.3, 0.9, 1.96, 'unconvincing'],
  [0.82, 0.36, 0.44, 1.31, 'visible'],
  [0.79, 0.4, 0.34, 1.06, 'unconvincing'],
  [0.76, 0.42, 0.54, 1.15, 'unconvincing'],
  [0.8, 0.36, 0.47, 1.26, 'good'],
  [0.8, 0.35, 0.41, 2.75, 'visible'],
  [0.79, 0.35, 0.52, 2.41, 'visible'],
  [0.83, 0.36, 0.32, 2.45, 'visible'],
  [0.82, 0.36, 0.59, 2.56, 'visible'],
  [0.84, 0.41, 0.4, 2.18, 'visible'],
  [0.76, 0.54, 0.51, 1.95, 'good'],
  [0.85, 0.39, 0.34, 2.27, 'visible'],
  [0.76, 0.38, 0.77, 3.81, 'unconvincing'],
  [0.83, 0.46, 0.46, 2.19, 'visible'],
  [0.83, 0.41, 0.34, 1.78, 'good'],
  [0.76, 0.45, 0.56, 1.63, 'good'],
  [0.8, 0.58, 0.54, 1.6, 'good'],
  [0.42, 0.31, 1.45, 2.4, 'unconvincing'],
  [0.85, 0.38, 0.25, 1.38, 'visible'],
  [0.8, 0.4, 0.4, 1.23, 'unconvincing'],
  [0.76, 0.39, 0.53, 1.22, 'unconvincing'],
  [0.8, 0.38, 0.51, 1.47, 'good'],
  [0.82, 0.36, 0.41, 3.26, 'visible'],
  [0.75, 0.42, 0.72, 1.6, 'visible'],
  [0.81, 0.51, 0.63, 1.23, 'visible'],
  [0.77, 0.47, 1.4, 1.83, 'unconvincing'],
  [0.84, 0.49, 0.71, 1.2, 'visible'],
  [0.79, 0.55, 0.65, 1.26, 'good'],
  [0.85, 0.59, 0.71, 1.61, 'good'],
  [0.7, 0.39, 0.86, 1.58, 'unconvincing'],
  [0.81, 0.48, 0.93, 1.0, 'visible'],
  [0.78, 0.51, 0.8, 1.38, 'visible'],
  [0.94, 0.83, 0.58, 1.09, 'good'],
  [0.81, 0.51, 0.63, 1.18, 'good'],
  [0.22, 0.34, 2.28, 1.47, 'unconvincing'],
  [0.83, 0.52, 0.89, 0.92, 'visible'],
  [0.79, 0.54, 0.93, 0.83, 'unconvincing'],
  [0.74, 0.55, 1.1, 0.85, 'unconvincing'],
  [0.73, 0.55, 0.72, 1.19, 'visible'],
  [0.79, 0.51, 0.97, 1.81, 'visible'],
];

function toJob(
  quality: Partial<QualityReport>,
  { frames = null, ...rest }: Partial<LocalJob> & { readonly frames?: JobReport['frames'] } = {},
): Pick<LocalJob, 'feature' | 'inputs' | 'report' | 'notes'> {
  return {
    feature: 'face_swap',
    inputs: [
      { field: 'video_key', name: 'clip.mp4', kind: 'video', url: 'media/1' },
      { field: 'face_key', name: 'face.jpg', kind: 'image', url: 'media/2' },
    ],
    notes: [],
    report: {
      engine: { name: 'Mesh engine', provider: 'CPU', models: [], reason: null },
      stages: [],
      wallMs: 0,
      frames,
      quality: { ...noQuality, ...quality },
    },
    ...rest,
  };
}

const whole = { total: 100, swapped: 100, untouched: [] };
const fine = {
  similarityToSource: 0.84,
  similarityToTarget: 0.4,
  jitterRatio: 0.6,
  sharpnessRatio: 1.1,
};
const en = createText('en');
const de = createText('de');

describe('the verdict on results that were looked at', () => {
  const told = graded.map(([source, target, jitterRatio, sharpnessRatio, grade]) => {
    const job = toJob(
      { similarityToSource: source, similarityToTarget: target, jitterRatio, sharpnessRatio },
      { frames: whole },
    );
    return { grade, said: judgeResult(job).grade };
  });
  const count = (grade: Grade, said: Grade): number =>
    told.filter((one) => one.grade === grade && one.said === said).length;

  it('agrees with the eye in most of them', () => {
    const agreeing = told.filter(({ grade, said }) => grade === said);
    expect(agreeing.length / told.length).toBeGreaterThan(0.6);
  });

  it('calls few bad results good, and no good one bad', () => {
    expect(count('unconvincing', 'good') / told.length).toBeLessThan(0.1);
    expect(count('good', 'unconvincing')).toBe(0);
  });
});

it('names the strengths of a good result, in both languages', () => {
  const verdict = judgeResult(toJob(fine, { frames: whole }));
  expect(verdict).toMatchObject({ grade: 'good', findings: [], proposals: [] });
  expect(formatVerdict(en, verdict, 'video')).toBe(
    'Good: the face is that of the photo, steady, and as sharp as the clip.',
  );
  expect(formatVerdict(de, verdict, 'video')).toBe(
    'Gut: das Gesicht ist das vom Foto, ruhig und so scharf wie der Clip.',
  );
  expect(formatAdvice(en, verdict)).toBeNull();
});

it('names the worst first and proposes another photo once', () => {
  const quality = { ...fine, similarityToSource: 0.3, jitterRatio: 1.4, sharpnessRatio: 3 };
  const verdict = judgeResult(toJob({ ...quality, similarityToTarget: 0.2 }, { frames: whole }));
  expect(verdict.findings.map(({ code, grade }) => [code, grade])).toEqual([
    ['other_face', 'unconvincing'],
    ['sharp', 'unconvincing'],
    ['unsteady', 'visible'],
  ]);
  expect(formatVerdict(en, verdict, 'video')).toBe(
    'Not convincing: the face is not that of the photo and the face is too crisp, as if painted on.',
  );
  expect(verdict.proposals).toEqual([{ kind: 'other', field: 'face_key' }]);
  expect(formatProposal(en, verdict.proposals[0]!)).toBe('Try another photo');
});

it('tells a face that came through', () => {
  const verdict = judgeResult(
    toJob({ ...fine, similarityToSource: 0.5, similarityToTarget: 0.6 }, { frames: whole }),
  );
  expect(verdict.findings[0]).toMatchObject({ code: 'face_before', grade: 'unconvincing' });
  // A driver who resembles the person of the photo has a high similarity before the swap as well.
  const alike = { ...fine, similarityToSource: 0.94, similarityToTarget: 0.83 };
  expect(judgeResult(toJob(alike, { frames: whole })).grade).toBe('good');
});

describe('visible flaws of a face', () => {
  const none = {
    turnDegrees: 5,
    foreheadTexture: 0.08,
    cheekDifference: 0.2,
    foreheadShade: 0,
    eyeOffset: 0.01,
    bridgeContrast: 0.03,
    targetGlasses: 0,
  };
  const judge = (flaws: Partial<typeof none>) =>
    judgeResult(toJob({ ...fine, flaws: { ...none, ...flaws } }, { frames: whole }));

  it('is passed over where there is little of it', () => {
    expect(judge({}).grade).toBe('good');
    expect(judge({ eyeOffset: 0.0125 }).grade).toBe('good');
  });

  it('adds up, and the heaviest is named first', () => {
    const moved = judge({ eyeOffset: 0.02 });
    expect(moved.findings).toEqual([{ code: 'eyes_off', grade: 'visible' }]);
    expect(formatVerdict(en, moved, 'video')).toBe(
      'Visible at a second look: the eyes are not where they were before.',
    );
    const hidden = judge({ eyeOffset: 0.028, foreheadTexture: 0.125 });
    expect(hidden.findings.map(({ code, grade }) => [code, grade])).toEqual([
      ['eyes_off', 'unconvincing'],
      ['forehead', 'unconvincing'],
    ]);
    expect(formatAdvice(de, hidden)).toContain('Das kommt von Brillen');
    expect(hidden.proposals).toEqual([{ kind: 'other', field: 'face_key' }]);
  });
});

it('does not believe dark glasses that are painted on, and says when others were taken off', () => {
  const judgeNoted = (code: 'glasses_drawn' | 'glasses_removed' | 'glasses_kept') =>
    judgeResult({ ...toJob(fine, { frames: whole }), notes: [{ code, message: '' }] });
  const drawn = judgeNoted('glasses_drawn');
  expect(drawn.findings).toEqual([{ code: 'glasses', grade: 'unconvincing' }]);
  expect(formatVerdict(en, drawn, 'video')).toContain('glasses of the photo');
  const removed = judgeNoted('glasses_removed');
  expect(removed.findings).toEqual([{ code: 'glasses_off', grade: 'visible' }]);
  expect(formatAdvice(en, removed)).toContain('without glasses');
  expect(judgeNoted('glasses_kept').grade).toBe('good');
});

it('finds nothing in a note that it does not know', () => {
  const notes = [{ code: 'constructor', message: '' }];
  expect(judgeResult({ ...toJob(fine, { frames: whole }), notes }).findings).toEqual([]);
});

describe('frames without a swap', () => {
  const gaps = (swapped: number, ...untouched: { fromUs: number; toUs: number }[]) =>
    judgeResult(toJob(fine, { frames: { total: 250, swapped, untouched } }));

  it('lead to the part before them', () => {
    const verdict = gaps(200, { fromUs: 3_400_000, toUs: 5_400_000 });
    expect(verdict.grade).toBe('visible');
    expect(verdict.proposals).toEqual([{ kind: 'set', field: 'max_duration_sec', value: 3 }]);
    expect(formatVerdict(en, verdict, 'video')).toBe(
      'Visible at a second look: 20% of the frames were left as they were.',
    );
    expect(formatProposal(de, verdict.proposals[0]!)).toBe('Nur die ersten 3 s nehmen');
  });

  it('lead to another clip where they come at the start', () => {
    expect(gaps(240, { fromUs: 0, toUs: 400_000 }).proposals).toEqual([
      { kind: 'other', field: 'video_key' },
    ]);
  });

  it('are most of a clip', () => {
    expect(gaps(100, { fromUs: 0, toUs: 6_000_000 }).grade).toBe('unconvincing');
  });
});

describe('a picture', () => {
  const still = {
    feature: 'face_swap_image',
    inputs: [{ field: 'face_key', name: 'a.jpg', kind: 'image', url: 'media/1' }],
  } satisfies Partial<LocalJob>;

  it('with a whole head is never called good, since nothing of its edges is measured', () => {
    const verdict = judgeResult(toJob({ ...fine, jitterRatio: null }, still));
    expect(verdict).toMatchObject({ grade: 'visible', findings: [{ code: 'edges' }] });
    expect(verdict.proposals).toEqual([{ kind: 'other', field: 'face_key' }]);
  });

  it('with a face alone is judged by it', () => {
    const notes = [{ code: 'face_only', message: 'Only the face.' }];
    const job = toJob({ ...fine, sharpnessRatio: 0.7, jitterRatio: null }, { ...still, notes });
    expect(formatVerdict(en, judgeResult(job), 'image')).toBe(
      'Good: the face is that of the photo and a little softer than the picture.',
    );
  });
});

describe('a voice', () => {
  const speak = (result: number, envelopeDb: number) => {
    const job = toJob({}, { feature: 'voice_clone' });
    const match = {
      pitchHz: { sample: 120, result },
      pitchSpread: { sample: 2.5, result: 2.4 },
      formantsHz: [],
      envelopeDb,
    };
    const speech = { durationMs: 1000, sampleRateHz: 24_000, loudnessLufs: -16, phones: 20, match };
    const inputs = [
      { field: 'voice_sample_key', name: 'a.wav', kind: 'audio', url: 'media/1' },
    ] satisfies LocalJob['inputs'];
    return judgeResult({ ...job, inputs, report: { ...job.report!, speech } });
  };

  it('is compared with its sample', () => {
    expect(formatVerdict(en, speak(122, 1.8), 'audio')).toBe(
      'Good: pitch and sound are close to the sample.',
    );
    const low = speak(95, 4);
    expect(low.grade).toBe('unconvincing');
    expect(formatVerdict(en, low, 'audio')).toBe(
      'Not convincing: the voice is lower than the sample and the voice sounds different from the sample.',
    );
    expect(low.proposals).toEqual([{ kind: 'other', field: 'voice_sample_key' }]);
  });
});

describe('lips', () => {
  const exact: LipReport = {
    closures: { count: 20, closed: 20 },
    offsetMs: 10,
    correlation: 0.95,
    coveredFraction: 0,
    mouths: 40,
    drawnFrames: 0,
  };
  const inputs = [
    { field: 'video_key', name: 'clip.mp4', kind: 'video', url: 'media/1' },
    { field: 'audio_key', name: 'words.wav', kind: 'audio', url: 'media/2' },
  ] satisfies LocalJob['inputs'];

  function sync(lips: Partial<LipReport>, frames: JobReport['frames'] = whole) {
    const job = toJob({}, { feature: 'lip_sync', inputs, frames });
    return judgeResult({ ...job, report: { ...job.report!, lips: { ...exact, ...lips } } });
  }

  function speak(lips: Partial<LipReport>, quality: Partial<QualityReport>) {
    const job = toJob(quality, {
      feature: 'avatar',
      inputs: [{ field: 'image_key', name: 'a.jpg', kind: 'image', url: 'media/1' }],
      frames: whole,
    });
    // The movement of a portrait has no measurements.
    const measured = { ...exact, mouths: 1, offsetMs: null, correlation: null, ...lips };
    return judgeResult({ ...job, report: { ...job.report!, lips: measured } });
  }

  it('of a clip are good where they close in time', () => {
    expect(formatVerdict(en, sync({}), 'video')).toBe(
      'Good: the lips close where the words need it and in time with the sound.',
    );
  });

  it('of a clip are not judged where nothing could be measured', () => {
    const verdict = sync({ closures: { count: 0, closed: 0 }, offsetMs: null, correlation: null });
    expect(verdict.grade).toBeNull();
    expect(formatVerdict(en, verdict, 'video')).toContain('How good it looks is not measured');
  });

  it.each([
    [{ closures: { count: 20, closed: 15 } }, 'lips_open', 'visible'],
    [{ closures: { count: 20, closed: 10 } }, 'lips_open', 'unconvincing'],
    [{ offsetMs: -60 }, 'lips_late', 'visible'],
    [{ offsetMs: 60 }, null, 'good'],
    [{ offsetMs: 200 }, 'lips_late', 'unconvincing'],
    [{ correlation: 0.7 }, 'lips_loose', 'visible'],
    [{ correlation: 0.3 }, 'lips_loose', 'unconvincing'],
    [{ coveredFraction: 0.1 }, 'mouth_covered', 'visible'],
    [{ coveredFraction: 0.5 }, 'mouth_covered', 'unconvincing'],
    [{ mouths: 0, drawnFrames: 100 }, 'mouth_drawn', 'visible'],
  ] as const)('of a clip with %o are judged', (lips, code, grade) => {
    const verdict = sync(lips);
    expect(verdict.grade).toBe(grade);
    expect(verdict.findings.map((finding) => finding.code)).toEqual(code === null ? [] : [code]);
    expect(verdict.proposals).toEqual(code === null ? [] : [{ kind: 'other', field: 'video_key' }]);
    expect(formatVerdict(en, verdict, 'video')).not.toContain(': .');
  });

  it('say whether they are ahead of the sound', () => {
    expect(formatVerdict(en, sync({ offsetMs: -60 }), 'video')).toContain('ahead of the sound');
    expect(formatVerdict(en, sync({ offsetMs: 150 }), 'video')).toContain('behind the sound');
  });

  it('of a portrait whose words need no closed lips are those of the photo', () => {
    const verdict = speak({ closures: { count: 0, closed: 0 } }, { similarityToSource: 0.9 });
    expect(formatVerdict(en, verdict, 'video')).toBe('Good: the face is that of the photo.');
  });

  it('of a portrait are judged with its face', () => {
    expect(formatVerdict(en, speak({}, { similarityToSource: 0.9 }), 'video')).toBe(
      'Good: the face is that of the photo and the lips close where the words need it.',
    );
    expect(speak({}, { similarityToSource: 0.4 }).findings).toMatchObject([{ code: 'other_face' }]);
  });
});

it('claims nothing where nothing was measured', () => {
  const remote = judgeResult({ ...toJob({}), report: null });
  expect(remote).toMatchObject({ grade: null, findings: [], proposals: [] });
  expect(formatVerdict(en, remote, 'video')).toContain('How good it looks is not measured');
  const notes = [{ code: 'other_voice', message: 'Rowan spoke.' }];
  const spoken = judgeResult({ ...toJob({}), report: null, notes });
  expect(formatVerdict(en, spoken, 'audio')).toBe('Visible at a second look: another voice spoke.');
});
