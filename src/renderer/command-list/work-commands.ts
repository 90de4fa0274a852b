import {
  Download,
  FolderOpen,
  ListVideo,
  ListX,
  Moon,
  Pause,
  PencilLine,
  Play,
  Power,
  RotateCcw,
  Search,
  Send,
  Square,
  Volume2,
} from 'lucide-react';
import { isTerminalState, type LocalJob } from '../../contract/ipc/jobs.ts';
import { whenDoneActions } from '../../contract/ipc/queue.ts';
import type { App } from '../app/app-context.ts';
import type { CommandSpec } from '../commands/command.ts';
import { formFeatures, toIcon } from '../jobs/form/forms.ts';
import { toCapabilityTitle } from '../jobs/job-words.ts';
import { toQueueParts } from '../queue/queue-facts.ts';
import { findElement } from './find-element.ts';

/** A form for each kind of job. */
export function listCreateCommands(app: App): CommandSpec[] {
  const text = app.text();
  return formFeatures.map((feature) => ({
    id: `create.${feature}`,
    group: 'create',
    title: text.t('commands.create', { name: toCapabilityTitle(text, feature) }),
    icon: toIcon(feature),
    run: () => {
      app.draft.getState().choose(feature);
      app.view.getState().goTo('create');
      app.view.getState().openJob(null);
    },
  }));
}

const endIcons = { nothing: Play, quit: Power, sleep: Moon };

/** The queue as a whole. */
export function listQueueCommands(app: App): CommandSpec[] {
  const { t } = app.text();
  const { queue: store, attempt, view } = app;
  const { queue, isOpen, setOpen, pause, retry, clearFinished, setWhenDone } = store.getState();
  const { settings, change } = app.settings.getState();
  const parts = toQueueParts(app.jobs.getState().jobs, queue);
  const isActive = parts.running.length > 0 || parts.waiting.length > 0;
  const failed = parts.finished.filter(({ state }) => state === 'failed').length;
  const of = (spec: Omit<CommandSpec, 'group'>): CommandSpec => ({ ...spec, group: 'queue' });
  return [
    of({
      id: 'app.queue',
      title: t('commands.queue'),
      icon: ListVideo,
      usualKeys: 'CommandOrControl+J',
      run: () => {
        view.getState().setOverlay(null);
        setOpen(!isOpen);
      },
    }),
    of({
      id: 'queue.pause',
      title: t(queue.isPaused ? 'commands.queue.resume' : 'commands.queue.pause'),
      icon: queue.isPaused ? Play : Pause,
      missing: isActive || queue.isPaused ? null : 'commands.missing.queue',
      run: () => void attempt(() => pause(!queue.isPaused)),
    }),
    of({
      id: 'queue.retry_failed',
      title: t('commands.queue.retry_failed'),
      icon: RotateCcw,
      missing: failed === 0 ? 'commands.missing.failed' : null,
      run: () =>
        void attempt(async () => {
          await retry(null);
        }),
    }),
    of({
      id: 'queue.clear',
      title: t('commands.queue.clear'),
      icon: ListX,
      missing: parts.finished.length === 0 ? 'commands.missing.finished' : null,
      run: () => void attempt(clearFinished),
    }),
    ...whenDoneActions
      .filter((action) => action !== 'sleep' || queue.canSleep)
      .map((action) =>
        of({
          id: `queue.when_done.${action}`,
          title: t('commands.queue.when_done', { name: t(`queue.when_done.${action}`) }),
          icon: endIcons[action],
          run: () => void attempt(() => setWhenDone(action)),
        }),
      ),
    of({
      id: 'queue.sound',
      title: t(`commands.queue.sound_${settings.queueSound ? 'off' : 'on'}`),
      icon: Volume2,
      run: () => void attempt(() => change({ queueSound: !settings.queueSound })),
    }),
  ];
}

/** Commands for the open job, and for the list of jobs. */
export function listJobCommands(app: App): CommandSpec[] {
  const { t } = app.text();
  const { attempt, view } = app;
  const job = findOpenJob(app);
  const { cancel, confirm, retry, reveal, saveAs } = app.jobs.getState();
  const over = job !== null && isTerminalState(job.state);
  const hasResult = job?.result !== null && job?.result !== undefined;
  /** Something that is done with the open job, where it is in a state for it. */
  const open = (
    spec: Omit<CommandSpec, 'group' | 'missing' | 'run'>,
    isPossible: boolean,
    act: (job: LocalJob) => Promise<unknown>,
  ): CommandSpec => ({
    ...spec,
    group: 'job',
    missing: job === null ? 'commands.missing.job' : isPossible ? null : 'commands.missing.state',
    run: () =>
      void attempt(async () => {
        if (job !== null) {
          await act(job);
        }
      }),
  });
  return [
    {
      id: 'job.search',
      group: 'job',
      title: t('commands.job.search'),
      icon: Search,
      usualKeys: 'CommandOrControl+F',
      run: () => {
        view.getState().goTo('history');
        view.getState().openJob(null);
        void focusSearch();
      },
    },
    open(
      { id: 'job.confirm', title: t('commands.job.confirm'), icon: Send },
      job?.state === 'unconfirmed',
      ({ id }) => confirm(id),
    ),
    open({ id: 'job.cancel', title: t('commands.job.cancel'), icon: Square }, !over, ({ id }) =>
      cancel(id),
    ),
    open(
      { id: 'job.retry', title: t('commands.job.retry'), icon: RotateCcw },
      over,
      async ({ id }) => view.getState().openJob(await retry(id)),
    ),
    open(
      { id: 'job.edit', title: t('commands.job.edit'), icon: PencilLine },
      over || job?.state === 'waiting',
      // Forms, and with them every operation of the API, are nothing that the page starts with.
      async ({ id }) => (await import('../jobs/edit-as-new.ts')).editAsNew(app, id),
    ),
    open(
      { id: 'job.reveal', title: t('commands.job.reveal'), icon: FolderOpen },
      hasResult,
      ({ id }) => reveal(id),
    ),
    open(
      { id: 'job.save_as', title: t('commands.job.save_as'), icon: Download },
      hasResult,
      async ({ id }) => {
        const path = await saveAs(id);
        if (path !== null) {
          app.notify({ tone: 'good', title: t('job.saved'), path });
        }
      },
    ),
  ];
}

/** The job on screen; null while none is open. */
function findOpenJob({ view, jobs }: App): LocalJob | null {
  const { screen, createJobId, historyJobId } = view.getState();
  const openId = screen === 'create' ? createJobId : screen === 'history' ? historyJobId : null;
  return jobs.getState().jobs.find(({ id }) => id === openId) ?? null;
}

/** The field is there once the screen is drawn; its code may have to be fetched first. */
async function focusSearch(): Promise<void> {
  (await findElement<HTMLInputElement>('[name="library-search"]'))?.focus();
}
