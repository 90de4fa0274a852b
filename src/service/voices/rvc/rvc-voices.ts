/**
 * The voices of RVC in the folder of models, and how fast they are here. Each set of files is measured once,
 * in a process of its own, when it is first listed:
 *
 *   seen ── queued ──▶ measuring ──▶ measured: live, or for files only ── file changed ──▶ seen
 *                          '──▶ failed: why
 */
import { SerialQueue } from '../../../base/serial-queue.ts';
import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { replacePrivateFile } from '../../../client/private-files.ts';
import type { RvcFiles } from '../../../engine/packs/voice-files/rvc-files.ts';
import type { RvcSet } from '../../../engine/voice/neural/rvc/rvc-sets.ts';
import { type MeasuredRvc, measuredSchema, type RvcSpeedFound } from './rvc-messages.ts';
import { runRvcTask } from './rvc-host.ts';

/** A voice of the folder, and how it did. */
export interface RvcEntry extends RvcSet {
  /** Null while it is being found out. */
  readonly measured: MeasuredRvc | null;
}

/** See the head of the file. */
export interface RvcVoices {
  /** Lists the current models of the folder; starts to measure the unmeasured ones. */
  list(): Promise<readonly RvcEntry[]>;
  /** Waits until nothing is being measured. */
  settle(): Promise<void>;
  /** WAV of two sentences; null when there is no such voice, or it cannot run. */
  makeSample(id: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Stops the running measurement. */
  close(): Promise<void>;
}

/** A higher real-time factor leaves too little time for the rest of a live stream. */
export const MAX_REAL_TIME_FACTOR = 0.6;

/** Sets of which is remembered how fast they are. */
const MAX_KNOWN = 200;
/** Prefix of the stamp of a model whose process ended before it returned a hash. */
const ENDED = 'ended ';

const knownSchema = z.object({
  /** Hash of a model by the stamp of its files. */
  hashes: z.record(z.string(), z.string()),
  measured: z.record(z.string(), measuredSchema),
});

type Known = z.output<typeof knownSchema>;

/** Folder of the models, and of the stored measurements. */
export interface RvcVoicesOptions {
  readonly readFolder: () => string | null;
  readonly path: string;
  readonly onTrouble: (message: string, error: unknown) => void;
}

/** Opens the voices; nothing is read before the first list. */
export function openRvcVoices(options: RvcVoicesOptions): RvcVoices {
  return new MeasuredVoices(options);
}

/** Measured speed of a voice on this machine; null when it was not measured yet, or cannot run. */
export function findSpeed({ measured }: RvcEntry): RvcSpeedFound | null {
  return measured === null || 'failure' in measured ? null : measured.speed;
}

/** Returns whether a voice is fast enough for live conversion on this machine. */
export function isLive(entry: RvcEntry): boolean {
  const speed = findSpeed(entry);
  return speed !== null && speed.load <= MAX_REAL_TIME_FACTOR;
}

/** Returns whether no failure of a voice is known; true before its measurement. */
export function canRun({ measured }: RvcEntry): boolean {
  return measured === null || 'speed' in measured;
}

/** Describes the speed of a voice, for a list of models. */
export function describeSpeed({ measured }: RvcEntry): string {
  if (measured === null) {
    return 'How fast it is here is being measured.';
  }
  if ('failure' in measured) {
    return `It cannot run here. ${measured.failure}`;
  }
  const { load, providers } = measured.speed;
  const cost = `${describeRealTimeFactor(load)} (${providers.join(', ')})`;
  return load <= MAX_REAL_TIME_FACTOR
    ? `For live speech and files: ${cost}.`
    : `For files only: ${cost}; live speech allows ${MAX_REAL_TIME_FACTOR} s.`;
}

/** Text such as "0.31 s of work for a second of speech". */
export function describeRealTimeFactor(load: number): string {
  return `${load.toFixed(2)} s of work for a second of speech`;
}

class MeasuredVoices implements RvcVoices {
  readonly #options: RvcVoicesOptions;
  readonly #stopping = new AbortController();
  readonly #queued = new Set<string>();
  #known: Promise<Known> | null = null;
  readonly #measuring = new SerialQueue();

  constructor(options: RvcVoicesOptions) {
    this.#options = options;
  }

  async list(): Promise<readonly RvcEntry[]> {
    // Read when it is first needed, like the rest of the catalogues.
    const { listRvcSets } = await import('../../../engine/voice/neural/rvc/rvc-sets.ts');
    const sets = await listRvcSets(this.#options.readFolder());
    if (sets.length === 0) {
      return [];
    }
    const known = await this.#read();
    return Promise.all(
      sets.map(async (set) => {
        const stamp = await readStamp(set.files);
        const measured = known.measured[known.hashes[stamp] ?? ''] ?? null;
        if (measured === null) {
          this.#queue(stamp, set.files);
        }
        return { ...set, measured };
      }),
    );
  }

  async settle(): Promise<void> {
    await this.#measuring.idle();
  }

  async makeSample(id: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const entry = (await this.list()).find((other) => other.id === id);
    if (entry === undefined || !canRun(entry)) {
      return null;
    }
    const folder = await mkdtemp(join(tmpdir(), 'guise-voice-'));
    try {
      const path = join(folder, 'sample.wav');
      await runRvcTask('sample', { files: entry.files, path }, this.#stopping.signal);
      return new Uint8Array(await readFile(path));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.settle();
  }

  /** Measures one after the other: concurrent measurements would disturb each other. */
  #queue(stamp: string, files: RvcFiles): void {
    if (this.#queued.has(stamp) || this.#stopping.signal.aborted) {
      return;
    }
    this.#queued.add(stamp);
    void this.#measuring
      .run(() => this.#measure(stamp, files))
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) {
          this.#options.onTrouble('a voice of the folder of models could not be measured', error);
        }
      });
  }

  async #measure(stamp: string, files: RvcFiles): Promise<void> {
    this.#stopping.signal.throwIfAborted();
    const known = await this.#read();
    const answer = await runRvcTask(
      'measure',
      { files, known: Object.keys(known.measured) },
      this.#stopping.signal,
    ).catch((error: unknown) => {
      this.#stopping.signal.throwIfAborted();
      // Not retried before the next start: a model that crashes its process usually does so again.
      const failure = error instanceof Error ? error.message : 'It failed.';
      return { hash: ENDED + stamp, measured: { failure } };
    });
    known.hashes[stamp] = answer.hash;
    if (answer.measured !== null) {
      known.measured[answer.hash] = answer.measured;
    }
    await this.#write(known);
    this.#queued.delete(stamp);
  }

  async #read(): Promise<Known> {
    this.#known ??= readFile(this.#options.path, 'utf8')
      .then((text) => knownSchema.parse(JSON.parse(text)))
      // Missing or damaged: everything is measured again.
      .catch(() => ({ hashes: {}, measured: {} }));
    return this.#known;
  }

  async #write(known: Known): Promise<void> {
    for (const stamp of Object.keys(known.hashes).slice(0, -MAX_KNOWN)) {
      delete known.hashes[stamp];
    }
    const used = new Set(Object.values(known.hashes));
    for (const hash of Object.keys(known.measured).filter((key) => !used.has(key))) {
      delete known.measured[hash];
    }
    const { path } = this.#options;
    const entry: Known = {
      hashes: Object.fromEntries(
        Object.entries(known.hashes).filter(([, hash]) => !hash.startsWith(ENDED)),
      ),
      measured: Object.fromEntries(
        Object.entries(known.measured).filter(([hash]) => !hash.startsWith(ENDED)),
      ),
    };
    await replacePrivateFile(`${path}.new`, JSON.stringify(entry));
    await rename(`${path}.new`, path);
  }
}

/** The same as long as nothing about the files changed that a copy would change. */
async function readStamp({ generator, encoder, estimator }: RvcFiles): Promise<string> {
  const facts = await Promise.all(
    [generator, encoder, estimator].map(async (file) => {
      const found = file === null ? null : await stat(file.path).catch(() => null);
      return `${file?.path ?? ''}|${found?.size ?? 0}|${found?.mtimeMs ?? 0}`;
    }),
  );
  return facts.join(' ');
}
