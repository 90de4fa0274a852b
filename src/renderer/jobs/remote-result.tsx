import { CloudDownload } from 'lucide-react';
import { isTerminalState, type LocalJob } from '../../contract/ipc/jobs.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { useClock } from '../app/use-clock.ts';
import { useText } from '../i18n/use-text.ts';
import { describeRemote } from './describe-remote.ts';
import { useJobActions } from './use-jobs.ts';

/** Location of a job's result that is not on this computer, and a way to download it. */
export function RemoteResult({ job }: { readonly job: LocalJob }) {
  const text = useText();
  const { fetch } = useJobActions();
  const nowMs = useClock(30_000);
  const { remote } = job;
  if (remote === null || job.result !== null || !isTerminalState(job.state)) {
    return null;
  }
  const { word, hint } = describeRemote(text, remote, nowMs);
  return (
    <Note
      tone={remote.isGone ? 'warning' : 'info'}
      title={text.t('remote.title', { state: word })}
      action={
        <Button
          icon={CloudDownload}
          tone={remote.isGone ? undefined : 'primary'}
          onPress={() => fetch(job.id)}
        >
          {text.t(remote.isGone ? 'remote.ask_again' : 'remote.fetch')}
        </Button>
      }
    >
      {hint}
    </Note>
  );
}
