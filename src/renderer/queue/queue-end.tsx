import { whenDoneActions } from '../../contract/ipc/queue.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useApp, useQueue, useSettings } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';

/** Action when all jobs are done: none, quit, or sleep, and the sound. */
export function QueueEnd({ nowMs }: { readonly nowMs: number }) {
  const { queue: store, settings, attempt } = useApp();
  const { t } = useText();
  const { whenDone, canSleep, endsAtMs } = useQueue((state) => state.queue);
  const hasSound = useSettings((state) => state.settings.queueSound);
  const { setWhenDone } = store.getState();
  const actions = whenDoneActions.filter((id) => id !== 'sleep' || canSleep);
  const seconds = Math.max(0, Math.ceil(((endsAtMs ?? 0) - nowMs) / 1000));
  return (
    <div className="queue-end">
      {endsAtMs === null || whenDone === 'nothing' ? null : (
        <Note
          tone="warning"
          title={t(`queue.ending.${whenDone}`, { seconds })}
          action={
            <Button onPress={() => void attempt(() => setWhenDone('nothing'))}>
              {t('queue.ending.stop')}
            </Button>
          }
        />
      )}
      <div className="queue-end-line">
        <span>{t('queue.when_done')}</span>
        <Segmented
          label={t('queue.when_done')}
          value={whenDone}
          options={actions.map((id) => ({ id, label: t(`queue.when_done.${id}`) }))}
          onChange={(action) => void attempt(() => setWhenDone(action))}
        />
        <Switch
          isSelected={hasSound}
          onChange={(queueSound) => void attempt(() => settings.getState().change({ queueSound }))}
        >
          {t('queue.sound')}
        </Switch>
      </div>
    </div>
  );
}
