import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../../base/errors.ts';
import { type ApiClient, createApiClient } from '../../../client/client.ts';
import { download } from '../../../client/download.ts';
import { requireSucceeded, waitForJob } from '../../../client/wait.ts';
import { readAudio } from '../../../engine/io/audio/audio-reader.ts';
import { readStill, type Still, writeStill } from '../../../engine/io/video/stills.ts';
import { openFirstKey } from '../../accounts/first-account.ts';
import { createLogger } from '../../http/log.ts';
import { openService } from '../../start/service.ts';
import { type CheckFinding, toFinding } from '../findings.ts';

/** Size of the swapped image, in pixels. */
const size = { width: 384, height: 512 };
/** Minimum mean change of a channel by the swap, in steps of 255; without a swap it is 0. */
const MIN_CHANGE = 0.5;
/** Loudest sample of speech, of 1. */
const MIN_PEAK = 0.05;
const SCRIPT = 'One, two, three.';
const RATE_HZ = 16_000;

/**
 * Starts a service on the empty `folder`, swaps an image and synthesises a sentence through its API, as a
 * customer would. The service is stopped at the end.
 */
export async function checkRenders(folder: string): Promise<CheckFinding[]> {
  const service = await openService({ folder, logger: createLogger('silent', process.stderr) });
  try {
    const { secret } = await openFirstKey(service.core, service.accountId, folder);
    const client = createApiClient({ baseUrl: service.baseUrl, apiKey: secret ?? '' });
    return [
      await toFinding('service', () => checkOwnFiles(folder, service.baseUrl)),
      await toFinding('swap', () => swapStill(client, folder)),
      await toFinding('speech', () => speak(client, folder)),
    ];
  } finally {
    await service.stop();
  }
}

const othersBits = 0o077;

async function checkOwnFiles(folder: string, baseUrl: string): Promise<string> {
  const { mode } = await stat(join(folder, 'first-key'));
  if ((mode & othersBits) !== 0) {
    throw new AppError('storage_failed', 'The first key of a new folder may be read by others.');
  }
  return `answers at ${new URL(baseUrl).host}; its files are closed to others`;
}

/** Puts the head of one built-in character on another. */
async function swapStill(client: ApiClient, folder: string): Promise<string> {
  const startedAtMs = performance.now();
  const imagePath = join(folder, 'image.png');
  await writeStill(imagePath, await readStill(toCharacterPath('walter'), { size: () => size }), {
    type: 'png',
  });
  const upload = async (path: string): Promise<string> =>
    (await client.uploadFile({ file: { path } })).file_key;
  const body = {
    image_key: await upload(imagePath),
    face_key: await upload(toCharacterPath('maya')),
  };
  const result = join(folder, 'swapped');
  await finish(client, await client.submitFaceSwapImage({ body }), result);
  const change = measureMeanChange(await readStill(imagePath), await readStill(result));
  if (!(change >= MIN_CHANGE)) {
    throw new AppError('processing_failed', 'The swap gave the picture that it was given.');
  }
  return `${size.width} × ${size.height} in ${formatSecondsSince(startedAtMs)} s, changed by ${change.toFixed(1)} of 255`;
}

async function speak(client: ApiClient, folder: string): Promise<string> {
  const startedAtMs = performance.now();
  const voices = await client.listVoices();
  const voice = voices.find(({ id }) => id.startsWith('en-'));
  if (voice === undefined) {
    throw new AppError('processing_failed', 'There is no English voice.');
  }
  const body = { script: SCRIPT, voice_id: voice.id };
  const result = join(folder, 'spoken');
  await finish(client, await client.submitTextToSpeech({ body }), result);
  let samples = 0;
  let peak = 0;
  for await (const { channels } of readAudio(result, { sampleRateHz: RATE_HZ, channels: 1 })) {
    for (const value of channels[0] ?? []) {
      peak = Math.max(peak, Math.abs(value));
      samples += 1;
    }
  }
  if (!(peak >= MIN_PEAK)) {
    throw new AppError('processing_failed', 'The speech is silent.');
  }
  return `${(samples / RATE_HZ).toFixed(1)} s by ${voice.id} in ${formatSecondsSince(startedAtMs)} s`;
}

async function finish(
  client: ApiClient,
  { id }: { readonly id: string },
  toPath: string,
): Promise<void> {
  const url = requireSucceeded(await waitForJob(client, id, { firstIntervalMs: 200 }));
  await download({ url, toPath });
}

/** Mean difference of the channels of two images; NaN when their sizes differ. */
function measureMeanChange(one: Still, other: Still): number {
  if (one.width !== other.width || one.height !== other.height) {
    return Number.NaN;
  }
  let sum = 0;
  for (const [at, value] of one.pixels.entries()) {
    sum += Math.abs(value - (other.pixels[at] ?? 0));
  }
  return sum / one.pixels.length;
}

function toCharacterPath(id: string): string {
  return fileURLToPath(
    new URL(`../../../../resources/live/characters/${id}.webp`, import.meta.url),
  );
}

function formatSecondsSince(startedAtMs: number): string {
  return ((performance.now() - startedAtMs) / 1000).toFixed(1);
}
