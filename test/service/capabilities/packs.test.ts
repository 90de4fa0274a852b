import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobReportSchema, type JobReport } from '../../../src/contract/job-details.ts';
import { openRunBody } from '../../../src/capabilities/kit/body-packs.ts';
import { openRunTalk } from '../../../src/capabilities/kit/talk-packs.ts';
import { builtInChoice } from '../../../src/contract/model-packs.ts';
import { readStill } from '../../../src/engine/io/video/stills.ts';
import { psnr, readAll } from '../../media/io/pictures.ts';
import {
  createTinyArcface,
  createTinyEmap,
  createTinyRestorer,
  createTinySwapper,
} from '../../media/packs/tiny-packs.ts';
import {
  createTinyBlendshapes,
  createTinyLivePortrait,
  createTinyPainter,
} from '../../media/packs/tiny-talk.ts';
import { cutClip } from '../../media/support/cut-clip.ts';
import { talkingHead } from '../../media/support/decode-clip.ts';
import { frankStill, monaLisa } from '../../media/support/stills.ts';
import { speakFiles } from '../../support/spoken-wav.ts';
import { writeFaceClip } from './face-clips.ts';
import { openSwapWorld, type SwapWorld } from './swap-world.ts';

const TIMEOUT_MS = 300_000;

let world: SwapWorld;
let folder: string;
let models: string;
let face_key: string;
let video_key: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-pack-jobs-'));
  models = join(folder, 'models');
  await mkdir(models);
  await writeFile(
    join(models, 'inswapper_128.onnx'),
    createTinySwapper({ size: 128, sourceDims: [1, 512], emap: createTinyEmap() }),
  );
  await writeFile(join(models, 'w600k_r50.onnx'), createTinyArcface());
  await writeFile(join(models, 'gfpgan_1.4.onnx'), createTinyRestorer(512, 0.5));
  world = await openSwapWorld();
  face_key = await world.upload(monaLisa);
  const clip = join(folder, 'clip.mp4');
  await writeFaceClip(clip, { width: 320, height: 240, frames: 5 });
  video_key = await world.upload(clip);
}, TIMEOUT_MS);

afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

function choose(choice: Partial<typeof builtInChoice>): void {
  world.service.core.context.packs.set({
    folder: models,
    choice: { ...builtInChoice, ...choice },
  });
}

async function createReport(jobId: string): Promise<JobReport> {
  return jobReportSchema.parse((await world.details(jobId)).report);
}

async function swapClip(name: string) {
  const { id } = await world.client.submitFaceSwap({ body: { video_key, face_key } });
  const job = await world.ended(id);
  expect(job).toMatchObject({ status: 'succeeded', error: null });
  const frames = await readAll(await world.fetchResult(job, name));
  return { frames, engine: (await createReport(id)).engine };
}

it(
  'a video is swapped with the models that are chosen, and its report names them',
  async () => {
    choose({});
    const builtIn = await swapClip('built-in.mp4');
    expect(builtIn.engine).toMatchObject({
      name: 'Mesh engine',
      reason: 'The built-in engine is chosen; InSwapper 128 could be used instead.',
    });
    choose({ swapper: 'inswapper_128.onnx' });
    const swapped = await swapClip('packs.mp4');
    expect(swapped.engine).toMatchObject({ name: 'Model packs', provider: 'CPU' });
    expect(swapped.engine.models[0]).toMatch(
      /^InSwapper 128 \(inswapper_128\.onnx, CPU, .* ms a run; licence: .*non-commercial.*\)$/i,
    );
    expect(swapped.engine.models).toContain('face-mesh');
    // A restorer that halves everything darkens the face.
    choose({ swapper: 'inswapper_128.onnx', restorer: 'gfpgan_1.4.onnx' });
    const restored = await swapClip('restored.mp4');
    expect(restored.engine.models.join()).toContain('gfpgan_1.4.onnx');
    const middle = (clip: typeof swapped) => clip.frames[4]!.planes;
    expect(psnr(middle(swapped), middle(builtIn))).toBeLessThan(40);
    expect(psnr(middle(restored), middle(swapped))).toBeLessThan(38);
  },
  TIMEOUT_MS,
);

it(
  'the face of a picture is drawn with the models that can be used, everything else stays; the report says why others cannot',
  async () => {
    const image_key = await world.upload(frankStill('02159'));
    const swap = async (name: string) => {
      const { id } = await world.client.submitFaceSwapImage({ body: { image_key, face_key } });
      const job = await world.ended(id);
      expect(job).toMatchObject({ status: 'succeeded', error: null });
      const image = await readStill(await world.fetchResult(job, name));
      return { picture: image, engine: (await createReport(id)).engine };
    };
    choose({ swapper: 'gone.onnx' });
    const plain = await swap('plain.png');
    expect(plain.engine.name).toBe('Head engine');
    expect(plain.engine.reason).toBe(
      'gone.onnx was chosen and could not be used. There is no model gone.onnx in the folder of models.',
    );
    choose({ swapper: 'inswapper_128.onnx', restorer: 'gfpgan_1.4.onnx' });
    const drawn = await swap('drawn.png');
    expect(drawn.engine.name).toBe('Model packs');
    expect(drawn.engine.models[0]).toContain('inswapper_128.onnx');
    const { width, height, pixels } = plain.picture;
    expect(drawn.picture).toMatchObject({ width, height });
    const changed = [...pixels].filter((value, at) => value !== drawn.picture.pixels[at]).length;
    expect(changed / pixels.length).toBeGreaterThan(0.01);
    expect(changed / pixels.length).toBeLessThan(0.5);
  },
  TIMEOUT_MS,
);

it(
  'lips are moved with the models that are chosen, and closed by Guise where those leave them open',
  async () => {
    const files = {
      'LAM_audio2exp.onnx': createTinyBlendshapes(),
      'wav2lip_96.onnx': createTinyPainter({ size: 96, isAlwaysOpen: true }),
    };
    for (const [name, bytes] of Object.entries(files)) {
      await writeFile(join(models, name), bytes);
    }
    const clip = join(folder, 'talking.mp4');
    await cutClip(talkingHead, clip, { startUs: 9_000_000, durationUs: 600_000 });
    const spoken = await speakFiles(['en-rowan'], 'Mum.');
    const body = {
      video_key: await world.upload(clip),
      audio_key: await world.upload(spoken.paths['en-rowan']!),
    };
    await spoken.remove();
    choose({ soundToMouth: 'LAM_audio2exp.onnx', mouthPainter: 'wav2lip_96.onnx' });
    const hints = { transcript: 'Mum.', max_duration_sec: 1 };
    world.service.core.context.hinted.add('with words', hints);
    const { id } = await world.client.submitLipSync({ body, idempotencyKey: 'with words' });
    expect(await world.ended(id)).toMatchObject({ status: 'succeeded', error: null });
    const { engine, lips, frames } = await createReport(id);
    expect(engine.name).toBe('Model packs');
    expect(engine.models[0]).toMatch(/^LAM Audio2Expression \(LAM_audio2exp\.onnx, CPU, /);
    expect(engine.models[1]).toMatch(/^Wav2Lip \(wav2lip_96\.onnx, CPU, .*non-commercial/);
    expect(engine.reason).toMatch(/^Mouths were painted by the chosen model; in [1-9]\d* frames /);
    expect(engine.reason).toContain('Mouths follow the words that were given');
    expect(lips).toMatchObject({ mouths: 0, drawnFrames: frames!.swapped });
    expect(lips!.closures.closed).toBe(lips!.closures.count);
  },
  TIMEOUT_MS,
);

it('a face talks by the built-in engine where a chosen model is gone, and the job says why', async () => {
  const setup = { folder: models, choice: { ...builtInChoice, mouthPainter: 'gone.onnx' } };
  const { signal } = new AbortController();
  const why = 'There is no model gone.onnx in the folder of models.';
  const message = `gone.onnx was chosen and could not be used. ${why}`;
  const reasons = [{ code: 'model_failed', message, facts: { model: 'gone.onnx', why } }];
  expect(await openRunTalk(setup, ['mouthPainter'], signal)).toMatchObject({
    openPainter: null,
    reasons,
    notes: [{ code: 'fallback_engine', message }],
  });
  // Packs that a capability does not use are not opened for it.
  expect(await openRunTalk(setup, ['portraitAnimator'], signal)).toMatchObject({ notes: [] });
});

it('a body is detected by the built-in network when a chosen model is gone, and the job says why', async () => {
  const setup = { folder: models, choice: { ...builtInChoice, poseEstimator: 'gone.onnx' } };
  const { signal } = new AbortController();
  const why = 'There is no model gone.onnx in the folder of models.';
  const message = `gone.onnx was chosen and could not be used. ${why}`;
  const reasons = [{ code: 'model_failed', message, facts: { model: 'gone.onnx', why } }];
  expect(await openRunBody(setup, signal)).toMatchObject({
    refinePose: null,
    reasons,
    notes: [{ code: 'fallback_engine', message }],
  });
  expect(await openRunBody({ folder: models, choice: builtInChoice }, signal)).toMatchObject({
    parse: null,
    reasons: [],
    notes: [],
  });
});

it(
  'a portrait is moved with the model that is chosen',
  async () => {
    for (const [name, bytes] of Object.entries(createTinyLivePortrait())) {
      await writeFile(join(models, name), bytes);
    }
    choose({ portraitAnimator: 'live_portrait_generator.onnx' });
    const image_key = await world.upload(frankStill('02159'));
    const { id } = await world.client.submitAvatar({
      body: { image_key, script: 'Hi.', voice_id: 'en-rowan', output_resolution_p: 480 },
    });
    expect(await world.ended(id)).toMatchObject({ status: 'succeeded', error: null });
    const { engine, quality } = await createReport(id);
    expect(engine.name).toBe('Model packs');
    expect(engine.models[0]).toMatch(/^LivePortrait \(live_portrait_generator\.onnx, CPU, /);
    expect(engine.reason).toMatch(/^The face was moved by the chosen model[.;] /);
    // The tiny generator draws grey, which contains no face.
    expect(quality.similarityToSource!).toBeLessThan(0.7);
  },
  TIMEOUT_MS,
);
