import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { operations } from '../../../src/contract/api/operations.ts';
import { isTerminal, type JobStatus } from '../../../src/contract/api/resources/job.ts';
import { repeatUntilEnd, callService, pickOne, type ChaosRun } from './besieger.ts';
import type { SiegeAccount } from './siege-service-host.ts';
import type { Uploaded } from './upload-attack.ts';

/** A job whose submit was answered. */
interface KnownJob {
  readonly id: string;
  readonly key: string;
  readonly submit: Submit;
  /** A deletion was sent whose answer never came. */
  isDeleteSent: boolean;
}

interface Submit {
  readonly operation: (typeof operations)[
    | 'submitTextToSpeech'
    | 'submitFaceSwap'
    | 'submitFaceSwapImage'];
  readonly body: Readonly<Record<string, string>>;
}

/** Jobs of one account, and their known state. */
export interface JobAttack {
  readonly account: SiegeAccount;
  /** Ids that were answered, by idempotency key. */
  readonly answered: Map<string, string>;
  run(): Promise<void>;
  /** Waits until every job has ended. */
  drain(): Promise<void>;
}

interface JobResource {
  readonly id: string;
  readonly status: JobStatus;
  readonly credits_charged: number;
  readonly error: { readonly code: string } | null;
}

/** Longest that the jobs of a siege may need to end when it is over. */
const DRAIN_MS = 180_000;
const MAX_OPEN = 24;

/** Submits jobs with keys that are used again, cancels and deletes some, and reads the others. */
export function createJobAttack(
  siege: ChaosRun,
  account: SiegeAccount,
  { uploaded, hooks }: { readonly uploaded: Uploaded; readonly hooks: readonly string[] },
): JobAttack {
  const { log, random } = siege;
  const open: KnownJob[] = [];
  const answered = new Map<string, string>();

  function note(key: string, id: string): void {
    const before = answered.get(key);
    if (before !== undefined && before !== id) {
      log.wrong('an idempotency key gave two jobs');
    }
    answered.set(key, id);
  }

  async function send(submit: Submit, key: string): Promise<JobResource | null> {
    const headers = { 'idempotency-key': key };
    const reply = await callService(siege, account, submit.operation, {
      body: submit.body,
      headers,
    });
    if (reply?.status === 200) {
      const job = reply.body as JobResource;
      note(key, job.id);
      return job;
    }
    if (reply !== null && ![400, 402, 429].includes(reply.status) && reply.status < 500) {
      log.wrong(`a submit: ${reply.status} ${reply.code} ${reply.message}`);
    }
    // A file that was deleted meanwhile, no money, or no room in the queue.
    log.count(
      reply === null ? 'submits without an answer' : `submits refused with ${reply.status}`,
    );
    return null;
  }

  async function submit(): Promise<void> {
    const made = chooseSubmit(random, uploaded, hooks);
    const key = randomUUID();
    // Twice at once, like an impatient client.
    const tries = random() < 0.3 ? [send(made, key), send(made, key)] : [send(made, key)];
    let job = (await Promise.all(tries)).find((each) => each !== null);
    if (job === undefined && siege.service.isDisturbed) {
      await pause(1500);
      job = (await send(made, key)) ?? undefined;
    }
    if (job !== undefined) {
      log.count('jobs submitted');
      open.push({ id: job.id, key, submit: made, isDeleteSent: false });
    }
  }

  async function replay({ id, key, submit: made }: KnownJob): Promise<void> {
    if ((await send(made, key)) !== null) {
      log.count('submits replayed');
    }
    const other = { script: 'Something else.', voice_id: 'en-karl' };
    const reply = await callService(siege, account, operations.submitTextToSpeech, {
      body: other,
      headers: { 'idempotency-key': key },
    });
    if (reply !== null && reply.status !== 422 && reply.status < 500) {
      log.wrong(`a key of another request: ${reply.status} for ${id}`);
    }
  }

  async function change(job: KnownJob, action: 'cancelJob' | 'deleteJob'): Promise<void> {
    const operation = operations[action];
    const path = operation.path.replace(/\{\w+\}/, job.id);
    const reply = await callService(siege, account, operation, { path });
    if (reply === null || reply.status >= 500) {
      job.isDeleteSent ||= action === 'deleteJob';
      return;
    }
    const allowed = action === 'cancelJob' ? [200, 400] : [204];
    allowed.push(...(job.isDeleteSent ? [404] : []));
    if (!allowed.includes(reply.status)) {
      log.wrong(`${action}: ${reply.status} ${reply.code} ${reply.message}`);
    }
    log.count(action === 'cancelJob' ? 'jobs canceled, or too late' : 'jobs deleted');
    if (action === 'deleteJob') {
      open.splice(open.indexOf(job), 1);
    }
  }

  /** Returns whether the job is over. */
  async function look(job: KnownJob): Promise<boolean> {
    const path = operations.readJob.path.replace(/\{\w+\}/, job.id);
    const reply = await callService(siege, account, operations.readJob, { path });
    if (reply === null || reply.status >= 500) {
      return false;
    }
    if (reply.status === 404 && job.isDeleteSent) {
      return true;
    }
    if (reply.status !== 200) {
      log.wrong(`a job that was taken in: ${reply.status} ${reply.code}`);
      return true;
    }
    const { status, credits_charged: charged, error } = reply.body as JobResource;
    if (!isTerminal(status)) {
      return false;
    }
    log.count(`jobs ${status}${error === null ? '' : ` with ${error.code}`}`);
    if (charged > 0 !== (status === 'succeeded')) {
      log.wrong(`a job that is ${status} was charged ${charged} USD`);
    }
    return true;
  }

  /** The siege submits faster than one slot works: some waiting jobs are canceled. */
  async function lightenQueue(): Promise<void> {
    if (open.length > MAX_OPEN) {
      for (const job of open.slice(MAX_OPEN / 2)) {
        await change(job, 'cancelJob');
        if (await look(job)) {
          open.splice(open.indexOf(job), 1);
        }
      }
    }
  }

  return {
    account,
    answered,
    run: () =>
      repeatUntilEnd(siege, 1200, async () => {
        await submit();
        const job = open.length === 0 ? null : pickOne(random, open);
        const what = random();
        if (job !== null && what < 0.25) {
          await change(job, 'cancelJob');
        } else if (job !== null && what < 0.4) {
          await change(job, 'deleteJob');
        } else if (job !== null && what < 0.6) {
          await replay(job);
        } else if (job !== null && (await look(job))) {
          open.splice(open.indexOf(job), 1);
        }
        await lightenQueue();
      }),
    async drain() {
      const endMs = performance.now() + DRAIN_MS;
      while (open.length > 0 && performance.now() < endMs) {
        for (const job of open.slice()) {
          if (await look(job)) {
            open.splice(open.indexOf(job), 1);
          }
        }
        await pause(300);
      }
      if (open.length > 0) {
        log.wrong(`${open.length} jobs did not end within ${DRAIN_MS / 1000} s`);
      }
    },
  };
}

function chooseSubmit(
  random: () => number,
  { images, videos }: Uploaded,
  hooks: readonly string[],
): Submit {
  const callback = random() < 0.7 ? { callback_url: pickOne(random, hooks) } : {};
  const kind = random();
  if (kind < 0.25 && images.length > 0) {
    const body = { image_key: pickOne(random, images), face_key: pickOne(random, images) };
    return { operation: operations.submitFaceSwapImage, body: { ...body, ...callback } };
  }
  if (kind < 0.4 && images.length > 0 && videos.length > 0) {
    const body = { video_key: pickOne(random, videos), face_key: pickOne(random, images) };
    return { operation: operations.submitFaceSwap, body: { ...body, ...callback } };
  }
  const script = `Number ${Math.floor(random() * 1000)} holds the gate.`;
  const body = { script, voice_id: random() < 0.5 ? 'en-karl' : 'de-greta' };
  return { operation: operations.submitTextToSpeech, body: { ...body, ...callback } };
}
