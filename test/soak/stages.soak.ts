import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { download } from '../../src/client/download.ts';
import { waitForJob } from '../../src/client/wait.ts';
import type { ReceivedJob } from '../../src/contract/api/resources/job.ts';
import { atMost, type Measurement, toMetric } from '../bench/harness.ts';
import { type DanceMaterial, writeDanceMaterial } from '../media/support/dance-material.ts';
import { decodeClip } from '../media/support/decode-clip.ts';
import { listDescendants } from '../support/process-tree.ts';
import { openServiceProcess, type ServiceProcess } from '../support/service-process.ts';

/** Stage of a job and the process that is killed there; a waiting job has no worker. */
const hits = [
  ['extracting', 'worker'],
  ['extracting', 'service'],
  ['frame_ready', 'service'],
  ['placing_character', 'worker'],
  ['placing_character', 'service'],
  ['swap_ready', 'service'],
  ['rendering_motion', 'worker'],
  ['rendering_motion', 'service'],
] as const;
/** By then a worker has started the latest request. */
const UNDER_WAY_MS = 700;

type Stage = (typeof hits)[number][0];

/** Outcome of a job. */
interface Outcome {
  readonly status: string;
  /** Hash of all frames of the result. */
  readonly frames: string;
  readonly chargedUsd: number;
  readonly paidUsd: number;
  readonly heldUsd: number;
}

/** A service as an operator runs it, killed at every stage of an identity swap, and its workers. */
export const measurement: Measurement = {
  title: 'identity swaps whose worker or service is killed at every stage',
  needsApp: false,
  run: async ({ note }) => {
    const material = await writeDanceMaterial();
    let service = await openServiceProcess();
    try {
      await service.topUp(5);
      const run = async (hit: (typeof hits)[number] | null): Promise<Outcome> => {
        note(hit === null ? 'undisturbed' : hit.join(', killed: '));
        const job = new StagedJob(service, material);
        const outcome = await job.run(hit);
        ({ service } = job);
        return outcome;
      };
      const calm = await run(null);
      const hit: Outcome[] = [];
      for (const one of hits) {
        hit.push(await run(one));
      }
      const count = (isWrong: (outcome: Outcome) => boolean): number => hit.filter(isWrong).length;
      const none = { unit: '', bar: atMost(0) };
      return [
        toMetric({
          name: 'jobs that failed',
          value: count(({ status }) => status !== 'succeeded'),
          ...none,
        }),
        toMetric({
          name: 'results that differ',
          value: count(({ frames }) => frames !== calm.frames),
          ...none,
        }),
        toMetric({
          name: 'charges that differ',
          value: count(
            ({ chargedUsd, paidUsd }) =>
              chargedUsd !== calm.chargedUsd || Math.abs(paidUsd - chargedUsd) > 1e-9,
          ),
          ...none,
        }),
        toMetric({
          name: 'money still held',
          value: count(({ heldUsd }) => heldUsd !== 0),
          ...none,
        }),
      ];
    } finally {
      await service.close();
      await rm(material.folder, { recursive: true });
    }
  },
};

/** An identity swap in advanced mode by a client that advances as soon as it can. */
class StagedJob {
  service: ServiceProcess;
  readonly #material: DanceMaterial;
  #id = '';

  constructor(service: ServiceProcess, material: DanceMaterial) {
    this.service = service;
    this.#material = material;
  }

  async run(hit: (typeof hits)[number] | null): Promise<Outcome> {
    const before = await this.service.client.readBalance();
    const [video_key, character_key] = [
      await this.#upload(this.#material.clip),
      await this.#upload(this.#material.whole),
    ];
    const body = { video_key, character_key, mode: 'advanced' } as const;
    this.#id = (await this.service.client.submitIdentitySwap({ body })).id;
    const hitAt = async (stage: Stage): Promise<void> => {
      if (hit?.[0] === stage) {
        await this.#until((job) => job.stage === stage);
        await this.#kill(hit[1]);
      }
    };
    await hitAt('extracting');
    await this.#until((job) => job.stage === 'frame_ready');
    await hitAt('frame_ready');
    await this.#advance('swap');
    await hitAt('placing_character');
    await this.#until((job) => job.stage === 'swap_ready');
    await hitAt('swap_ready');
    await this.#advance('motion');
    await hitAt('rendering_motion');
    const job = await this.#until(() => false);
    const after = await this.service.client.readBalance();
    return {
      status: job.status,
      frames: job.output_url === null ? '' : await this.#hashFrames(job.output_url),
      chargedUsd: job.credits_charged,
      paidUsd: before.balance_usd - after.balance_usd,
      heldUsd: after.held_usd,
    };
  }

  async #upload(path: string): Promise<string> {
    return (await this.service.client.uploadFile({ file: { path } })).file_key;
  }

  #until(isDone: (job: ReceivedJob) => boolean): Promise<ReceivedJob> {
    return waitForJob(this.service.client, this.#id, { maxIntervalMs: 100, isDone });
  }

  async #advance(stage: 'swap' | 'motion'): Promise<void> {
    await this.service.client.advanceIdentitySwap({ params: { id: this.#id }, body: { stage } });
  }

  async #kill(kind: 'worker' | 'service'): Promise<void> {
    await sleep(UNDER_WAY_MS);
    if (kind === 'service') {
      this.service = await this.service.crash();
      return;
    }
    for (const { pid, command } of listDescendants(this.service.pid)) {
      if (command.includes('worker-entry')) {
        process.kill(pid, 'SIGKILL');
      }
    }
  }

  async #hashFrames(url: string): Promise<string> {
    const toPath = join(this.#material.folder, 'result.mp4');
    await download({ url, toPath });
    const hash = createHash('sha256');
    for await (const { frame } of decodeClip(toPath)) {
      hash.update(frame.y).update(frame.u).update(frame.v);
    }
    return hash.digest('hex');
  }
}
