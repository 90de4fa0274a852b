import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import { isTerminalState, type ServiceOffer } from '../../contract/ipc/jobs.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import { createResultCalls, type ResultCallsOptions } from './result-calls.ts';
import type { ServiceQueries } from '../service/service-queries.ts';
import type { ChosenFiles } from './chosen-files.ts';
import type { ForgetJobs } from './forget-jobs.ts';
import type { JobAdmission, JobAdmissionOptions } from './job-admission.ts';
import type { JobRunner } from './job-runner.ts';
import type { RemoteResults } from './remote-results.ts';
import type { SentFiles } from './sent-files.ts';
import type { Thumbnails } from './thumbnails.ts';

/** Dependencies of the calls. */
export interface JobCallsOptions
  extends
    Pick<JobAdmissionOptions, 'store' | 'queue' | 'view' | 'emit' | 'activeProfileId'>,
    Pick<ResultCallsOptions, 'chooseSavePath' | 'reveal' | 'dragOut'> {
  readonly runner: Pick<JobRunner, 'advance' | 'cancel'>;
  readonly chosen: ChosenFiles;
  readonly admission: JobAdmission;
  readonly remoteResults: Pick<RemoteResults, 'fetch'>;
  readonly sent: SentFiles;
  readonly forget: ForgetJobs;
  readonly thumbnails: Thumbnails;
  readonly readOffer: (profileId: string) => Promise<ServiceOffer>;
  readonly inspectFile: ServiceQueries['inspectFile'];
  readonly previewChange: ServiceQueries['previewChange'];
}

/** The calls about files and jobs. */
export function createJobCalls(options: JobCallsOptions): AreaHandlers<'files' | 'jobs'> {
  const { store, runner, chosen, sent, thumbnails, view, emit, activeProfileId, admission } =
    options;

  return {
    ...createResultCalls(options),
    'files.agree': async ({ id }) => chosen.agree(id),
    'files.check': async ({ id }) => {
      const isLocal = activeProfileId() === embeddedProfileId;
      if (isLocal) {
        await sent.check(id);
      }
      return { isChecked: isLocal };
    },
    'files.inspect': async ({ id, ...request }) =>
      options.inspectFile({ path: chosen.require(id).path, ...request }),
    'files.preview': async ({ ids, words }) =>
      options.previewChange(
        ids.map((id) => chosen.require(id).path),
        words,
      ),
    'jobs.offer': async () => options.readOffer(activeProfileId()),
    'jobs.list': async () => store.list().map(view),
    'jobs.read': async ({ id }) => view(store.require(id)),
    'jobs.submit': async (submission) => admission.submit(submission),
    'jobs.confirm': async ({ id }) => admission.confirm(id),
    'jobs.advance': async (corrections) => {
      await runner.advance(corrections.id, admission.correct(corrections));
      return null;
    },
    'jobs.place_again': async (corrections) => {
      const begun = await admission.placeAgain(corrections);
      await runner.cancel(corrections.id);
      return begun;
    },
    'jobs.cancel': async ({ id }) => {
      await runner.cancel(id);
      options.queue.wake();
      return null;
    },
    'jobs.fetch': async ({ id }) => {
      options.remoteResults.fetch(id);
      return null;
    },
    'jobs.retry': async ({ id }) => admission.retry(id),
    'jobs.edit': async ({ id }) => {
      const { feature, options: settings, inputs } = store.require(id);
      const files: { readonly field: string; readonly file: ChosenFile }[] = [];
      for (const { field, path } of inputs) {
        files.push({ field, file: await chosen.add(path) });
      }
      return { feature, options: settings, inputs: files };
    },
    'jobs.forget': async ({ id }) => {
      const entry = store.require(id);
      if (!isTerminalState(entry.state)) {
        throw new AppError('invalid_input', 'A job that runs has to be cancelled first.', {
          details: faultDetails('still_running'),
        });
      }
      await options.forget([entry]);
      return null;
    },
    'jobs.keep_thumbnail': async ({ id, bytes }) => {
      store.require(id);
      await thumbnails.write(id, bytes);
      const entry = store.change(id, { hasThumbnail: true });
      if (entry !== null) {
        emit('jobs.changed', view(entry));
      }
      return null;
    },
  };
}
