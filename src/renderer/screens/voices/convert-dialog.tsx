import { AudioLines, Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { AppError } from '../../../base/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { useApp, useConversion } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { formatDuration } from '../../jobs/job-words.ts';
import { SoundBox } from '../../jobs/playback/sound-box.tsx';
import { formatTarget } from '../../i18n/foreign-words.ts';
import { useActiveService } from '../../shell/use-active-service.ts';
import { findTarget } from '../../stores/conversion-store.ts';
import { ConversionFault } from './conversion-fault.tsx';
import { ConversionTargets } from './conversion-targets.tsx';
import './voices.css';

const bars = 90;

/** A recording, the voice it becomes one of, and the result beside it. */
export function ConvertDialog() {
  const { conversion } = useApp();
  const { t } = useText();
  const isOpen = useConversion((state) => state.isOpen);
  return (
    <Dialog
      title={t('convert.title')}
      closeLabel={t('action.close')}
      isOpen={isOpen}
      width="map"
      onClose={() => conversion.getState().close()}
      actions={<Actions />}
    >
      <div className="convert">
        <Where />
        <RecordingSlot />
        <ConversionTargets />
        <Outcome />
      </div>
    </Dialog>
  );
}

/** Says that this computer converts, also while a remote service is in use. */
function Where() {
  const { t } = useText();
  const { profile, title } = useActiveService();
  return profile.kind === 'embedded' ? null : (
    <Note tone="info" title={t('convert.here.title')}>
      {t('convert.here.text', { name: title })}
    </Note>
  );
}

function RecordingSlot() {
  const { conversion, attempt } = useApp();
  const text = useText();
  const { t } = text;
  const recording = useConversion((state) => state.recording);
  const isRunning = useConversion(({ work }) => work.kind === 'running');
  const chosen = recording === null || recording instanceof AppError ? null : recording;
  return (
    <DropZone
      label={t('convert.recording')}
      icon={AudioLines}
      hint={t('convert.hint')}
      accept="audio/*,video/*"
      chooseLabel={t('form.choose')}
      changeLabel={isRunning ? null : t('form.change')}
      preview={
        chosen === null ? null : (
          <div className="convert-sound">
            <SoundBox
              url={chosen.file.url}
              label={t('convert.before', { name: chosen.file.name })}
              count={bars}
            />
          </div>
        )
      }
      tone={recording instanceof AppError ? 'danger' : undefined}
      onFiles={([file]) => void attempt(() => conversion.getState().setFile(file))}
    >
      <div className="convert-facts" aria-live="polite">
        {recording instanceof AppError ? <ConversionFault error={recording} /> : null}
        {chosen === null ? null : (
          <>
            <span className="convert-name">{chosen.file.name}</span>
            {chosen.durationMs === null ? null : (
              <span>{formatDuration(text, chosen.durationMs)}</span>
            )}
          </>
        )}
      </div>
    </DropZone>
  );
}

/** The result is below the fold of a small window. */
function Outcome() {
  const kind = useConversion(({ work }) => work.kind);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (kind !== 'idle') {
      container.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [kind]);
  return (
    <div ref={container}>
      <Progress />
    </div>
  );
}

function Progress() {
  const text = useText();
  const { t } = text;
  const work = useConversion((state) => state.work);
  if (work.kind === 'running') {
    return (
      <div className="convert-progress">
        <ProgressBar
          label={t('convert.running')}
          fraction={work.fraction === 0 ? null : work.fraction}
        />
        <span aria-live="polite">
          {t('convert.share', { percent: Math.floor(work.fraction * 100) })}
        </span>
      </div>
    );
  }
  if (work.kind === 'failed') {
    return work.error.code === 'cancelled' ? null : <ConversionFault error={work.error} />;
  }
  return work.kind === 'done' ? (
    <div className="convert-done">
      <h3 className="ui-label">{t('convert.result')}</h3>
      <SoundBox
        url={work.result.url}
        label={t('convert.after', { name: formatTarget(text, work.target).name })}
        count={bars}
      />
      <span className="convert-facts">
        <span className="convert-name">{formatTarget(text, work.target).name}</span>
        <span>{formatDuration(text, work.result.durationMs)}</span>
      </span>
    </div>
  ) : null;
}

function Actions() {
  const { conversion, attempt, notify } = useApp();
  const { t } = useText();
  const kind = useConversion(({ work }) => work.kind);
  const canConvert = useConversion(
    (state) =>
      state.recording !== null &&
      !(state.recording instanceof AppError) &&
      findTarget(state) !== null,
  );
  if (kind === 'running') {
    return (
      <Button onPress={() => void attempt(() => conversion.getState().cancel())}>
        {t('convert.cancel')}
      </Button>
    );
  }
  const save = async (): Promise<void> => {
    if (await conversion.getState().saveAs()) {
      notify({ tone: 'good', title: t('convert.saved') });
    }
  };
  return (
    <>
      {kind === 'done' ? (
        <Button icon={Download} onPress={() => void attempt(save)}>
          {t('job.save_as')}
        </Button>
      ) : null}
      <Button
        tone="primary"
        icon={AudioLines}
        isDisabled={!canConvert}
        onPress={() => void attempt(() => conversion.getState().convert())}
      >
        {t('convert.start')}
      </Button>
    </>
  );
}
