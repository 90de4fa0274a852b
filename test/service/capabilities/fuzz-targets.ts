import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ApiClient } from '../../../src/client/client.ts';
import { makeClip } from '../../media/make-clip.ts';
import { frankStill } from '../../media/support/stills.ts';
import { makeTone } from '../../support/tone.ts';
import { writeFaceClip } from './face-clips.ts';

/** Keys of files that are whole, by the name of their target. */
export type WholeKeys = Readonly<Record<string, string>>;

/** A file to break, and its job with otherwise valid files. */
export interface FuzzTarget {
  readonly name: string;
  readonly extension: string;
  readonly bytes: Buffer;
  readonly submit: (
    client: ApiClient,
    key: string,
    whole: WholeKeys,
  ) => Promise<{ readonly id: string }>;
}

interface FuzzTargets {
  readonly targets: readonly FuzzTarget[];
  /** A job of whole files alone. */
  readonly submitWhole: (client: ApiClient, whole: WholeKeys) => Promise<{ readonly id: string }>;
}

/** Small files by their use. */
export const makeTargets = { swap: makeSwapTargets, talk: makeTalkTargets } as const;

/** Capabilities that receive broken files: swaps of faces, or portraits and clips that speak. */
export type FuzzKind = keyof typeof makeTargets;

async function makeSwapTargets(folder: string): Promise<FuzzTargets> {
  const still = sharp(frankStill('02045')).resize(240);
  const swapVideo = (client: ApiClient, video_key: string, face_key: string) =>
    client.submitFaceSwap({ body: { video_key, face_key } });
  const video: FuzzTarget = {
    name: 'video',
    extension: 'mp4',
    bytes: await makeFaceClip(folder, 128, 96),
    submit: (client, key, whole) => swapVideo(client, key, whole['face']!),
  };
  const face: FuzzTarget = {
    name: 'face',
    extension: 'jpg',
    bytes: await still.clone().jpeg().toBuffer(),
    submit: (client, key, whole) => swapVideo(client, whole['video']!, key),
  };
  const image: FuzzTarget = {
    name: 'image',
    extension: 'png',
    bytes: await still.clone().png().toBuffer(),
    submit: (client, image_key, whole) =>
      client.submitFaceSwapImage({ body: { image_key, face_key: whole['face']! } }),
  };
  const webp = { ...face, extension: 'webp', bytes: await still.clone().webp().toBuffer() };
  return {
    targets: [video, face, video, image, video, webp],
    submitWhole: (client, whole) => swapVideo(client, whole['video']!, whole['face']!),
  };
}

async function makeTalkTargets(folder: string): Promise<FuzzTargets> {
  const speak = (client: ApiClient, image_key: string, audio_key: string) =>
    client.submitAvatar({ body: { image_key, audio_key, output_resolution_p: 480 } });
  const sync = (client: ApiClient, video_key: string, audio_key: string) =>
    client.submitLipSync({ body: { video_key, audio_key } });
  const still = sharp(frankStill('02045')).resize(240);
  const portrait: FuzzTarget = {
    name: 'portrait',
    extension: 'jpg',
    bytes: await still.clone().jpeg().toBuffer(),
    submit: (client, key, whole) => speak(client, key, whole['recording']!),
  };
  const clip: FuzzTarget = {
    name: 'clip',
    extension: 'mp4',
    bytes: await makeFaceClip(folder, 224, 168),
    submit: (client, key, whole) => sync(client, key, whole['recording']!),
  };
  const recording: FuzzTarget = {
    name: 'recording',
    extension: 'wav',
    bytes: Buffer.from(makeTone(0.4)),
    submit: (client, key, whole) => speak(client, whole['portrait']!, key),
  };
  const song: FuzzTarget = {
    name: 'song',
    extension: 'flac',
    bytes: await makeFlac(folder),
    submit: (client, key, whole) => sync(client, whole['clip']!, key),
  };
  return {
    targets: [portrait, clip, recording, song],
    submitWhole: (client, whole) => speak(client, whole['portrait']!, whole['recording']!),
  };
}

async function makeFaceClip(folder: string, width: number, height: number): Promise<Buffer> {
  const path = join(folder, 'clip.mp4');
  await writeFaceClip(path, { width, height, frames: 12 });
  return readFile(path);
}

async function makeFlac(folder: string): Promise<Buffer> {
  const path = join(folder, 'song.flac');
  const audio = { codec: 'flac', sampleRateHz: 16_000, channels: 1, seconds: 0.4 } as const;
  makeClip(path, { container: 'flac', video: null, audio });
  return readFile(path);
}
