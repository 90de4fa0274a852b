/** Model of the steps that a client of an identity swap in advanced mode may take, and of the service's replies. */
import * as fc from 'fast-check';
import { expect, vi } from 'vitest';
import * as z from 'zod';
import type { JsonObject } from '../../src/base/json.ts';
import type { JobStage } from '../../src/contract/api/resources/job.ts';
import { describeRun, RESULT_SECONDS, toHolding } from './support/staged-processor.ts';

/** A request and its reply for the model: status and parsed body. */
export type Ask = (
  method: 'GET' | 'POST',
  path: string,
  body?: JsonObject,
  idempotencyKey?: string,
) => Promise<{ readonly status: number; readonly body: JsonObject }>;

/** Files of the customer by kind. */
export interface StagesFiles {
  readonly video: string;
  readonly characters: readonly [string, string];
}

/** State of a job: at a stage, or at its end. */
type Place = JobStage | 'succeeded' | 'canceled';

/** Every field that an advance knows, whether it belongs to the stage or not. */
const anyChanges = fc.record(
  {
    prompt: fc.constantFrom(
      'at dusk',
      'on a stage',
      toHolding('placing_character'),
      toHolding('rendering_motion'),
    ),
    aspect_ratio: fc.constantFrom('16:9', '9:16', '1:1', '4:3', '4:5', '2:1'),
    resolution: fc.constantFrom('1k', '2k', '4k'),
    character_key: fc.constantFrom('first', 'second', 'nobody'),
    keep_original_sound: fc.boolean(),
  },
  { requiredKeys: [] },
);

type Changes = typeof anyChanges extends fc.Arbitrary<infer T> ? T : never;

/** Next step of a client; legal and illegal ones alike. */
export const anyStageStep = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('advance' as const),
      stage: fc.constantFrom('swap', 'motion', 'render'),
      // Most steps carry no file, because otherwise few would be legal.
      changes: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Changes>({}) },
        { weight: 2, arbitrary: anyChanges },
      ),
      key: fc.option(fc.constantFrom('one', 'two'), { freq: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const) }) },
);

type StageStep = typeof anyStageStep extends fc.Arbitrary<infer T> ? T : never;
type Advance = Extract<StageStep, { kind: 'advance' }>;

const legal = {
  swap: { from: 'frame_ready', to: 'placing_character', next: 'swap_ready' },
  motion: { from: 'swap_ready', to: 'rendering_motion', next: 'succeeded' },
} as const;
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  swap: ['prompt', 'aspect_ratio', 'resolution', 'character_key'],
  motion: ['keep_original_sound'],
};

/** A job and its invariants, which are checked after every step. */
export class StagesModel {
  readonly #ask: Ask;
  readonly #files: StagesFiles;
  readonly #fetchText: (url: string) => Promise<string>;
  #id = '';
  #place: Place = 'extracting';
  #input: JsonObject = {};
  /** Text that the completed stages wrote. */
  #written = '';
  readonly #keys = new Map<string, string>();

  constructor(ask: Ask, files: StagesFiles, fetchText: (url: string) => Promise<string>) {
    this.#ask = ask;
    this.#files = files;
    this.#fetchText = fetchText;
  }

  /** Submits the job, which stops at its frame. */
  async begin(): Promise<void> {
    const body = {
      video_key: this.#files.video,
      character_key: this.#files.characters[0],
      mode: 'advanced',
    };
    const reply = await this.#ask('POST', '/identity-swap', body);
    expect(reply.status).toBe(200);
    this.#id = z.string().parse(reply.body['id']);
    this.#input = { ...body, resolution: '1k', keep_original_sound: true };
    await this.#arrive('extracting', 'frame_ready');
  }

  async apply(step: StageStep): Promise<void> {
    if (step.kind === 'advance') {
      await this.#advance(step);
    } else {
      await this.#cancel();
    }
    await this.check();
  }

  /** Leaves no work behind, because a held job would keep its slot. Returns the charge in dollars. */
  async finish(): Promise<number> {
    if (this.#place !== 'succeeded' && this.#place !== 'canceled') {
      await this.#cancel();
      await this.check();
    }
    return this.#place === 'succeeded' ? RESULT_SECONDS / 100 : 0;
  }

  /** The job as the service shows it, its still, its result and the money that is held. */
  async check(): Promise<void> {
    const { body } = await this.#ask('GET', `/jobs/${this.#id}`);
    const isOver = this.#place === 'succeeded' || this.#place === 'canceled';
    expect(body).toMatchObject({
      status: isOver ? this.#place : 'processing',
      stage: isOver ? null : this.#place,
      credits_charged: this.#place === 'succeeded' ? RESULT_SECONDS / 100 : 0,
      error: null,
    });
    const url = this.#place === 'succeeded' ? body['output_url'] : body['preview_url'];
    expect(url === null).toBe(this.#place === 'canceled');
    if (typeof url === 'string') {
      expect(await this.#fetchText(url)).toBe(this.#written);
    }
  }

  async #advance({ stage, changes, key }: Advance): Promise<void> {
    const [first, second] = this.#files.characters;
    const names: Readonly<Record<string, string>> = {
      first,
      second,
      nobody: first.replace(/[0-9a-f]{8}/u, '00000000'),
    };
    const named: JsonObject =
      changes.character_key === undefined
        ? {}
        : { character_key: names[changes.character_key] ?? '' };
    const body: JsonObject = { stage, ...changes, ...named };
    const reply = await this.#ask(
      'POST',
      `/identity-swap/${this.#id}/advance`,
      body,
      // Keys belong to an account: each job has its own.
      key === null ? undefined : `${key} ${this.#id}`,
    );
    const print = JSON.stringify(Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const before = key === null ? undefined : this.#keys.get(key);
    const step = stage === 'swap' || stage === 'motion' ? legal[stage] : null;
    const isFormed =
      step !== null &&
      Object.keys(changes).every((field) => fieldsOf[stage]?.includes(field)) &&
      changes.aspect_ratio !== '2:1' &&
      changes.resolution !== '4k';
    if (!isFormed || step === null) {
      return expectRefusal(reply, 422);
    }
    if (before !== undefined) {
      return before === print ? expectShown(reply, this.#place) : expectRefusal(reply, 422);
    }
    if (this.#place !== step.from || changes.character_key === 'nobody') {
      return expectRefusal(reply, 400);
    }
    expectShown(reply, step.to);
    if (key !== null) {
      this.#keys.set(key, print);
    }
    const { stage: _, ...corrections } = body;
    this.#input = { ...this.#input, ...corrections };
    await this.#arrive(step.to, step.next);
  }

  async #cancel(): Promise<void> {
    const reply = await this.#ask('POST', `/jobs/${this.#id}/cancel`, {});
    if (this.#place === 'succeeded') {
      return expectRefusal(reply, 400);
    }
    this.#place = 'canceled';
    expectShown(reply, 'canceled');
  }

  /** Waits for the end of a stage; a held stage stays. */
  async #arrive(stage: JobStage, next: Place): Promise<void> {
    this.#place = stage;
    if (this.#input['prompt'] === toHolding(stage)) {
      return;
    }
    await vi.waitFor(
      async () => {
        const { body } = await this.#ask('GET', `/jobs/${this.#id}`);
        expect([body['stage'], body['status']]).toContain(next);
      },
      { timeout: 20_000, interval: 15 },
    );
    this.#written = describeRun(this.#written, stage, this.#input);
    this.#place = next;
  }
}

type Reply = Awaited<ReturnType<Ask>>;

function expectRefusal({ status, body }: Reply, wanted: number): void {
  expect([status, body]).toMatchObject([wanted, { error: { code: 'invalid_input' } }]);
}

function expectShown({ status, body }: Reply, place: Place): void {
  expect(status).toBe(200);
  expect([body['stage'], body['status']]).toContain(place);
}
