import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { createApiClient } from '../../../client/client.ts';
import { download } from '../../../client/download.ts';
import { waitForJob } from '../../../client/wait.ts';
import type { ReceivedJob } from '../../../contract/api/resources/job.ts';
import { connect, connectOptions } from '../connect.ts';
import { requireSubmit, readFields, submitEndpoints } from '../job-fields.ts';
import { pollProgress } from '../poll-progress.ts';
import { printNote, printLine, printJson } from '../print.ts';
import { type Arguments, type ConsoleCommand, UsageError } from '../usage.ts';

/** Does one job from its files to its result. */
export const job: ConsoleCommand = {
  usage: {
    line: 'ENDPOINT field=value field=@file … --out FILE',
    description:
      `ENDPOINT is one of ${submitEndpoints.join(', ')}.\n` +
      'field=@file uploads the file for a field that takes a file_key, and reads it as text for any other;\n' +
      'repeat a list field for several values. Write a leading @ of a value as @@. An identity swap\n' +
      'with mode=advanced is advanced through its stages. Without --base-url the service of the data\n' +
      'folder is used; when none runs, it is started for this job. Ctrl+C cancels the job.',
    options: {
      out: {
        value: 'FILE',
        description: 'File for the result; without it only the address of the result is printed.',
      },
      json: { description: 'Prints the final job as one line of JSON.' },
      ...connectOptions,
    },
    maxArguments: Number.POSITIVE_INFINITY,
  },

  async run(args) {
    const [endpoint, ...pairs] = args.positionals;
    const operation = requireSubmit(endpoint);
    await checkTarget(args.text('out'));
    const stop = new AbortController();
    const onSignal = (): void => stop.abort();
    process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
    const connection = await connect(args);
    try {
      const client = createApiClient(connection);
      const upload = async (path: string): Promise<string> => {
        printNote(`uploading ${path}`);
        return (await client.uploadFile({ file: { path }, signal: stop.signal })).file_key;
      };
      const body = await readFields(operation.name, pairs, upload);
      stop.signal.throwIfAborted();
      // Not aborted on its way: a job whose id is unknown could not be cancelled.
      const submitted = await submit(client, operation.name, body);
      printNote(`${submitted.status} ${submitted.id}`);
      const stopProgress = pollProgress(connection.readDetails, submitted.id);
      const final = await waitForEnd(client, submitted.id, stop.signal).finally(stopProgress);
      return await deliver(args, final, stop.signal);
    } finally {
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      await connection.close();
    }
  },
};

type Client = ReturnType<typeof createApiClient>;

async function submit(
  client: Client,
  name: ReturnType<typeof requireSubmit>['name'],
  body: object,
): Promise<{ readonly id: string; readonly status: string }> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service checks the body against the contract; the command line has no types
  const send = client[name] as (call: {
    readonly body: object;
  }) => Promise<{ readonly id: string; readonly status: string }>;
  return send({ body });
}

async function waitForEnd(
  client: Client,
  jobId: string,
  signal: AbortSignal,
): Promise<ReceivedJob> {
  try {
    for (;;) {
      const seen = await waitForJob(client, jobId, {
        signal,
        firstIntervalMs: 500,
        onChange: ({ status, stage }) => {
          printNote(stage === null ? status : `${status}, ${stage}`);
        },
        isDone: ({ stage }) => stage === 'frame_ready' || stage === 'swap_ready',
      });
      if (seen.status !== 'processing') {
        return seen;
      }
      const stage = seen.stage === 'frame_ready' ? 'swap' : 'motion';
      printNote(`advancing to ${stage}; preview: ${seen.preview_url ?? 'none'}`);
      await client.advanceIdentitySwap({ params: { id: jobId }, body: { stage } });
    }
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
    printNote('cancelling');
    return client.cancelJob({ params: { job_id: jobId } });
  }
}

async function deliver(args: Arguments, final: ReceivedJob, signal: AbortSignal): Promise<number> {
  const out = args.text('out');
  if (final.output_url !== null && out !== null) {
    const { sizeBytes } = await download({ url: final.output_url, toPath: out, signal });
    printNote(`wrote ${sizeBytes} bytes to ${out}`);
  }
  if (args.has('json')) {
    printJson(final);
  } else if (final.output_url !== null) {
    printLine(out ?? final.output_url);
  }
  if (final.error !== null) {
    printNote(`${final.error.message} (${final.error.code})`);
  }
  return final.status === 'succeeded' ? 0 : 1;
}

/** A job of an hour should not fail at its last step. */
async function checkTarget(out: string | null): Promise<void> {
  if (out !== null) {
    const folder = await stat(dirname(resolve(out))).catch(() => null);
    if (folder?.isDirectory() !== true) {
      throw new UsageError(`--out ${out}: the folder does not exist.`);
    }
  }
}
