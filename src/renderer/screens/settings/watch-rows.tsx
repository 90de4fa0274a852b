import type { WatchState } from '../../../contract/ipc/watch.ts';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useApp, useWatch } from '../../app/app-context.ts';
import type { Text } from '../../i18n/text.ts';
import { useText } from '../../i18n/use-text.ts';
import { toCapabilityTitle } from '../../jobs/job-words.ts';

/** Watched folder: whether it is on, its path, and the action for new files. */
export function WatchRows() {
  const { watch, attempt } = useApp();
  const text = useText();
  const { t } = text;
  const watched = useWatch((state) => state.watched);
  if (watched === null) {
    return null;
  }
  const { turn, chooseFolder, setAction } = watch.getState();
  const { isOn, folder, setup, action } = watched;
  const start = async (): Promise<void> => {
    if (folder === null) {
      await chooseFolder();
    }
    if (watch.getState().watched?.folder !== null) {
      await turn(true);
    }
  };
  return (
    <>
      <Row title={t('watch.title')} hint={describeState(text, watched)}>
        <Switch
          isSelected={isOn}
          onChange={(next) => void attempt(() => (next ? start() : turn(false)))}
        >
          {t(isOn ? 'safety.on' : 'safety.off')}
        </Switch>
      </Row>
      <Row title={t('watch.folder')} hint={folder ?? t('watch.folder_none')}>
        <Button onPress={() => void attempt(chooseFolder)}>{t('watch.choose')}</Button>
      </Row>
      <Row title={t('watch.action')} hint={describeAction(text, watched)}>
        {setup === null ? null : (
          <Segmented
            label={t('watch.action')}
            value={action}
            options={[
              { id: 'draft', label: t('watch.action.draft') },
              { id: 'jobs', label: t('watch.action.jobs') },
            ]}
            onChange={(next) => void attempt(() => setAction(next))}
          />
        )}
      </Row>
    </>
  );
}

/** Status of the watch: the files taken in, and the last refused one. */
function describeState({ t }: Text, { isOn, isThere, folder, taken, refused }: WatchState): string {
  if (!isOn || folder === null) {
    return t('watch.hint');
  }
  if (!isThere) {
    return t('watch.gone', { folder });
  }
  const lines = [t('watch.state', { taken })];
  if (refused !== null) {
    const reason = t(`error.${refused.error.code}.title`);
    lines.push(t('watch.refused', { name: refused.name, reason }));
  }
  return lines.join('. ');
}

function describeAction(text: Text, { setup, action }: WatchState): string {
  const { t } = text;
  if (setup === null) {
    return `${t('watch.action.draft')}. ${t('watch.action_hint')}`;
  }
  const title = toCapabilityTitle(text, setup.feature);
  const jobs =
    setup.names.length === 0
      ? t('watch.setup', { what: title })
      : t('watch.setup_with', { what: title, names: setup.names.join(', ') });
  return action === 'jobs' ? `${jobs}. ${t('watch.free_only')}` : jobs;
}
