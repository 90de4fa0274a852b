import { ArrowRight, RotateCcw, Square, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { limits } from '../../contract/api/limits.ts';
import type { LocalJob, ParkedStage } from '../../contract/ipc/jobs.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { useApp } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { CorrectionsForm } from './form/corrections-form.tsx';
import { editAsNew } from './edit-as-new.ts';
import './parked-job.css';
import { StageLine, stageSteps } from './stage-line.tsx';
import { useCorrections } from './form/use-corrections.ts';
import { useJobActions } from './use-jobs.ts';

const HOUR_MS = 3_600_000;

/** A job that waits between two stages: its stills side by side, what can be another way, and the ways on. */
export function ParkedJob(props: { readonly job: LocalJob; readonly stage: ParkedStage }) {
  const { job, stage } = props;
  const text = useText();
  const { t } = text;
  const corrections = useCorrections(job, stage);
  const endsAtMs = (job.parkedAtMs ?? 0) + limits.identitySwapWaitHours * HOUR_MS;
  return (
    <section className="ui-card parked" aria-label={t('job.state.parked')}>
      <StageLine steps={stageSteps} now={stage} />
      <h3>{t(`job.parked.${stage}.title`)}</h3>
      <p>{t(`job.parked.${stage}.text`)}</p>
      <Stills job={job} stage={stage} />
      <Disclosure title={t('job.parked.correct')}>
        <CorrectionsForm job={job} corrections={corrections} />
      </Disclosure>
      <p className="parked-limit">
        {job.holdUsd === null || job.holdUsd === 0
          ? t('job.parked.free', { time: text.time(endsAtMs) })
          : t('job.parked.held', {
              amount: text.money(job.holdUsd),
              time: text.time(endsAtMs),
            })}
      </p>
      <Ways job={job} stage={stage} corrections={corrections} />
    </section>
  );
}

/** Frame of the clip, and beside it the character: as placed there, and before that its own image. */
function Stills({ job, stage }: { readonly job: LocalJob; readonly stage: ParkedStage }) {
  const { t } = useText();
  const urlOf = (of: ParkedStage): string | null =>
    job.stills.find((still) => still.stage === of)?.url ?? null;
  const character = job.inputs.find(({ field }) => field === 'character_key');
  const isPlaced = stage === 'swap_ready';
  return (
    <div className="stills">
      <Still label={t('job.still.frame')} url={urlOf('frame_ready')} />
      <Still
        label={t(isPlaced ? 'job.still.placed' : 'job.still.character')}
        url={isPlaced ? urlOf('swap_ready') : (character?.url ?? null)}
      />
    </div>
  );
}

function Still({ label, url }: { readonly label: string; readonly url: string | null }) {
  const { t } = useText();
  return (
    <figure className="still">
      {url === null ? <p>{t('job.still.missing')}</p> : <img src={url} alt={label} />}
      <figcaption>{label}</figcaption>
    </figure>
  );
}

function Ways(props: {
  readonly job: LocalJob;
  readonly stage: ParkedStage;
  readonly corrections: ReturnType<typeof useCorrections>;
}) {
  const { job, stage } = props;
  const { isPlacedAgain, isSendable, options, file } = props.corrections;
  const app = useApp();
  const { t } = useText();
  const { cancel } = useJobActions();
  const [isBusy, setBusy] = useState(false);
  const { advance, placeAgain } = app.jobs.getState();
  const corrected = { id: job.id, options, fileId: file?.id ?? null };
  const act = async (way: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await app.attempt(way);
    setBusy(false);
  };
  return (
    <div className="parked-ways">
      {isPlacedAgain ? (
        <Button
          tone="primary"
          icon={Undo2}
          isPending={isBusy}
          isDisabled={!isSendable}
          onPress={() =>
            void act(async () => app.view.getState().openJob(await placeAgain(corrected)))
          }
        >
          {t('job.parked.place_again')}
        </Button>
      ) : (
        <Button
          tone="primary"
          icon={ArrowRight}
          isPending={isBusy}
          isDisabled={!isSendable}
          onPress={() => void act(() => advance(corrected))}
        >
          {t(`job.parked.${stage}.go`)}
        </Button>
      )}
      <Button
        icon={RotateCcw}
        isDisabled={isBusy}
        onPress={() =>
          void act(async () => {
            await editAsNew(app, job.id);
            await app.jobs.getState().cancel(job.id);
          })
        }
      >
        {t('job.parked.start_over')}
      </Button>
      <Button icon={Square} isDisabled={isBusy} onPress={() => cancel(job.id)}>
        {t('job.cancel')}
      </Button>
    </div>
  );
}
