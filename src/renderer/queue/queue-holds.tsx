import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { useApp, useJobs, useProfiles, useQueue } from '../app/app-context.ts';
import { toProfileTitle } from '../commands/app-actions.ts';
import { useText } from '../i18n/use-text.ts';
import { holdText } from './queue-words.ts';

/** Services that accept nothing at the moment: the reason, the next attempt, and a way to try immediately. */
export function QueueHolds({ nowMs }: { readonly nowMs: number }) {
  const app = useApp();
  const text = useText();
  const { holds, order } = useQueue((state) => state.queue);
  const profiles = useProfiles(({ list }) => list.profiles);
  const jobs = useJobs((state) => state.jobs);
  const { runNow } = app.queue.getState();
  return holds.map(({ profileId, error: { code }, untilMs }) => {
    const profile = profiles.find(({ id }) => id === profileId);
    const name = profile === undefined ? profileId : toProfileTitle(app, profile);
    const id = order.find((one) =>
      jobs.some((job) => job.id === one && job.profileId === profileId),
    );
    return (
      <Note
        key={profileId}
        tone="warning"
        title={name}
        action={
          id === undefined ? undefined : (
            <Button onPress={() => void app.attempt(() => runNow(id))}>
              {text.t('queue.try_now')}
            </Button>
          )
        }
      >
        {holdText(text, { code, untilMs, nowMs })}
      </Note>
    );
  });
}
