import { isTerminalState, type LocalJob } from '../../contract/ipc/jobs.ts';
import type { App } from '../app/app-context.ts';
import { toJobTitle } from '../jobs/job-words.ts';
import { drawThumbnail } from '../jobs/draw-thumbnail.ts';
import { subscribeServiceInUse } from '../stores/subscribe-service-in-use.ts';

/**
 * Announces the end of jobs that are not visible, renders the thumbnails of results, and refreshes the offer of
 * the service in use: a finished job may have changed the balance, or revealed what the service refuses.
 */
export function syncJobs(app: App): void {
  const { jobs, draft, voices, attempt } = app;
  subscribeServiceInUse(app, (isReady) => {
    if (isReady) {
      void draft.getState().loadOffer();
      voices.getState().stop();
      void voices.getState().load();
    }
  });
  closeJobsOfOthers(app);
  const drawn = new Set<string>();
  const draw = ({ id, result, thumbnailUrl }: LocalJob): void => {
    if (result !== null && thumbnailUrl === null && !drawn.has(id)) {
      drawn.add(id);
      void attempt(() => storeThumbnail(app, id, result));
    }
  };
  jobs.subscribe((now, before) => {
    for (const job of now.jobs) {
      const old = before.jobs.find(({ id }) => id === job.id);
      if (old === job) {
        continue;
      }
      draw(job);
      if (old !== undefined && old.state !== job.state) {
        if (!old.isQuiet) {
          announce(app, job);
        }
        if (isTerminalState(job.state)) {
          void draft.getState().loadOffer();
        }
      }
    }
  });
  void attempt(async () => {
    await jobs.getState().refresh();
    // Jobs that were parked when the app ended are announced again.
    for (const job of jobs.getState().jobs.filter(({ state }) => state === 'parked')) {
      announce(app, job);
    }
  });
}

/** Create shows jobs of the service in use: an open job of another one is replaced by the form. */
function closeJobsOfOthers({ profiles, view }: App): void {
  profiles.subscribe(({ list }, before) => {
    if (list.activeId !== before.list.activeId) {
      view.setState({ createJobId: null });
    }
  });
}

/** Announcements of a job by state; none for other states. */
const news = {
  succeeded: { tone: 'good', title: 'job.done_toast' },
  failed: { tone: 'danger', title: 'job.failed_toast' },
  parked: { tone: 'warning', title: 'job.parked_toast' },
} as const;

/**
 * Announces a job. One that is visible needs no toast; a parked one is announced on the desktop when the window
 * is not in use.
 */
function announce({ bridge, view, notify, text, attempt }: App, job: LocalJob): void {
  const { screen, createJobId, historyJobId, openJob } = view.getState();
  const isSeen =
    (screen === 'create' && createJobId === job.id) ||
    (screen === 'history' && historyJobId === job.id);
  const { t } = text();
  const name = toJobTitle(text(), job);
  if (job.state === 'parked') {
    const announcement = {
      title: t('job.parked_toast', { name }),
      text: t('job.parked_announced'),
    };
    void attempt(async () => void (await bridge.call('queue.announce', announcement)));
  }
  if (isSeen || (job.state !== 'succeeded' && job.state !== 'failed' && job.state !== 'parked')) {
    return;
  }
  const { tone, title } = news[job.state];
  notify({
    tone,
    title: t(title, { name }),
    action: { label: t('job.show'), run: () => openJob(job.id) },
  });
}

async function storeThumbnail(
  { bridge }: App,
  id: string,
  { url, kind }: NonNullable<LocalJob['result']>,
): Promise<void> {
  const bytes = await drawThumbnail(url, kind);
  if (bytes !== null) {
    await bridge.call('jobs.keep_thumbnail', { id, bytes });
  }
}
