import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../src/base/errors.ts';
import { jobFailures } from '../../../src/contract/api/errors.ts';
import { audit } from '../store/audit.ts';
import { createRandom } from '../../support/random.ts';
import { type FuzzKind, type FuzzTarget, makeTargets, type WholeKeys } from './fuzz-targets.ts';
import { mutate } from './mutate-media.ts';
import { openSwapWorld, type SwapWorld } from './swap-world.ts';

/** Report of a run. */
export interface FuzzReport {
  /** Number of files by outcome: refused at upload, failed or succeeded as a job, each with its code. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Descriptions of all violations. */
  readonly wrong: readonly string[];
}

/** Jobs that are under way at a time; some wait in the queue. */
const AT_ONCE = 3;

/**
 * Sends broken files through upload and job of a real service: each is refused, fails with a failure code or succeeds.
 * Afterwards checks money and folders, and that the service still swaps.
 */
export async function fuzzMedia({
  kind,
  count,
  seed,
  note = () => undefined,
}: {
  readonly kind: FuzzKind;
  readonly count: number;
  readonly seed: number;
  readonly note?: (text: string) => void;
}): Promise<FuzzReport> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-fuzz-'));
  const temporary = await mkdtemp(join(folder, 'tmp-'));
  const world = await openSwapWorld({ slots: 2 });
  // Workers start with the first job, and use this temporary folder.
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = temporary;
  try {
    return await run(world, { kind, count, seed, note, folder, temporary });
  } finally {
    await world.close();
    if (before === undefined) {
      delete process.env['TMPDIR'];
    } else {
      process.env['TMPDIR'] = before;
    }
    await rm(folder, { recursive: true });
  }
}

interface FuzzRun {
  readonly kind: FuzzKind;
  readonly count: number;
  readonly seed: number;
  readonly note: (text: string) => void;
  readonly folder: string;
  readonly temporary: string;
}

async function run(
  world: SwapWorld,
  { kind, count, seed, note, folder, temporary }: FuzzRun,
): Promise<FuzzReport> {
  const { targets, submitWhole } = await makeTargets[kind](folder);
  const whole = await uploadWhole(world, targets);
  const outcomes: Record<string, number> = {};
  const wrong: string[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let round = next++; round < count; round = next++) {
      // The work of a round depends on the seed alone, whichever worker runs it.
      const own = createRandom(seed * 100_003 + round);
      const target = targets[round % targets.length]!;
      const donor = targets[Math.floor(own() * targets.length)]!;
      const broken = mutate(target.bytes, donor.bytes, own);
      const outcome = await tryFile(world, { ...target, bytes: broken.bytes }, whole).catch(
        (error: unknown) => `untyped: ${String(error)}`,
      );
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (outcome.startsWith('untyped')) {
        wrong.push(`file ${round} (${target.name}, ${broken.how}): ${outcome}`);
      }
      note(`${round + 1} of ${count}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  wrong.push(...(await listWrong(world, () => submitWhole(world.client, whole), temporary)));
  return { outcomes, wrong };
}

/** Lists the conditions that do not hold after all rounds. */
async function listWrong(
  world: SwapWorld,
  submitWhole: () => Promise<{ readonly id: string }>,
  temporary: string,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const { held_usd } = await world.client.readBalance();
  if (held_usd !== 0) {
    wrong.push(`${held_usd} USD are still held`);
  }
  wrong.push(...(await audit(world.service.core.context.store)));
  const { id } = await submitWhole();
  const last = await world.ended(id);
  if (last.status !== 'succeeded') {
    wrong.push(`a whole file does not work any more: ${JSON.stringify(last.error)}`);
  }
  // The folder of a job is removed after its end is reported.
  for (let looks = 0; looks < 100 && (await world.listTemporary()).length > 0; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  wrong.push(...(await world.listTemporary()).map((path) => `left behind: ${path}`));
  wrong.push(...(await readdir(temporary)).map((path) => `left in TMPDIR: ${path}`));
  return wrong;
}

async function tryFile(
  world: SwapWorld,
  { submit, extension, bytes }: FuzzTarget,
  whole: WholeKeys,
): Promise<string> {
  let key: string;
  try {
    const source = { bytes: new Uint8Array(bytes), name: `broken.${extension}` };
    key = (await world.client.uploadFile({ file: source })).file_key;
  } catch (error) {
    return toOutcome('refused', error);
  }
  try {
    const { id } = await submit(world.client, key, whole);
    const job = await world.ended(id);
    if (job.status === 'failed' && job.error !== null && job.error.code in jobFailures) {
      return `failed: ${job.error.code}`;
    }
    return job.status === 'succeeded' ? 'succeeded' : `untyped: ${JSON.stringify(job)}`;
  } catch (error) {
    // A broken file may have become another kind of file, which the field refuses.
    return toOutcome('refused', error);
  }
}

function toOutcome(subject: string, error: unknown): string {
  // A mutated clip may have become too long for any balance.
  const planned = [
    'unsupported_format',
    'input_too_large',
    'invalid_input',
    'insufficient_credits',
  ];
  return error instanceof AppError && planned.includes(error.code)
    ? `${subject}: ${error.code}`
    : `untyped: ${String(error)}`;
}

async function uploadWhole(world: SwapWorld, targets: readonly FuzzTarget[]): Promise<WholeKeys> {
  const keys = new Map<string, string>();
  for (const { name, bytes, extension } of targets) {
    if (!keys.has(name)) {
      const file = { bytes: new Uint8Array(bytes), name: `whole.${extension}` };
      keys.set(name, (await world.client.uploadFile({ file })).file_key);
    }
  }
  return Object.fromEntries(keys);
}
