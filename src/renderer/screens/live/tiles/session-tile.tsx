import { Timer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { replayLengths } from '../../../../contract/live-choice.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Select } from '../../../../ui/select.tsx';
import { useApp, useLive } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { findPricePerMinute, toPayableMinutes } from '../../../live/spending/session-price.ts';
import { useLiveChoice } from '../../../live/output/use-output-status.ts';

const lengths = [15, 30, 60, 120, 240];

/** Time and cost limits of a session, the replay buffer, and the folder of captures. */
export function SessionTile() {
  const { t } = useText();
  const { choice, change } = useLiveChoice();
  const isLive = useLive(({ phase }) => phase !== 'off');
  return (
    <Card title={t('output.session')} icon={Timer}>
      <Select
        label={t('output.length')}
        options={lengths.map((minutes) => ({
          id: String(minutes),
          label: t('output.length_value', { minutes }),
        }))}
        value={String(choice.durationMinutes)}
        placeholder={t('output.length')}
        isDisabled={isLive}
        onChange={(id) => change({ durationMinutes: Number(id) })}
      />
      <Price minutes={choice.durationMinutes} />
      <SpendLimit />
      <Replay />
      <CaptureFolder />
    </Card>
  );
}

function Price({ minutes }: { readonly minutes: number }) {
  const { t, money } = useText();
  const offer = useLive((state) => state.offer);
  const price = offer?.costPerMinuteUsd ?? null;
  const balance = offer?.balanceUsd ?? 0;
  if (offer?.isOffered === true && price === null) {
    return <p className="tile-hint">{t('price.unknown')}</p>;
  }
  if (price === null || price === 0) {
    return <p className="tile-hint">{t('output.length_hint')}</p>;
  }
  const max = price * minutes;
  return (
    <p className="tile-hint" data-tone={max > balance ? 'warning' : undefined}>
      {t(max > balance ? 'output.price_too_high' : 'output.price_hint', {
        price: money(price),
        max: money(max),
        balance: money(balance),
        minutes: toPayableMinutes(minutes, offer),
      })}
    </p>
  );
}

const spendLimitsUsd = [1, 2, 5, 10, 20, 50];
const noLimit = 'none';

/** Cost of a session at which the user is asked; shown for paid services. */
function SpendLimit() {
  const { t, money } = useText();
  const { choice, change } = useLiveChoice();
  const offer = useLive((state) => state.offer);
  const { spendLimitUsd } = choice;
  if (findPricePerMinute(offer) === null && spendLimitUsd === null) {
    return null;
  }
  const limits = new Set([...spendLimitsUsd, ...(spendLimitUsd === null ? [] : [spendLimitUsd])]);
  return (
    <>
      <Select
        label={t('spend.limit')}
        options={[
          { id: noLimit, label: t('spend.no_limit') },
          ...[...limits]
            .toSorted((one, other) => one - other)
            .map((limit) => ({
              id: String(limit),
              label: t('spend.limit_value', { limit: money(limit) }),
            })),
        ]}
        value={spendLimitUsd === null ? noLimit : String(spendLimitUsd)}
        placeholder={t('spend.no_limit')}
        onChange={(id) => change({ spendLimitUsd: id === noLimit ? null : Number(id) })}
      />
      <p className="tile-hint">{t('spend.limit_hint')}</p>
    </>
  );
}

/** Selection of the replay length in seconds, or none. */
function Replay() {
  const { t } = useText();
  const { choice, change } = useLiveChoice();
  const toLabel = (seconds: number): string =>
    seconds === 0 ? t('output.replay_off') : t('output.replay_value', { seconds });
  return (
    <>
      <Select
        label={t('output.replay')}
        options={replayLengths.map((seconds) => ({ id: String(seconds), label: toLabel(seconds) }))}
        value={String(choice.replaySeconds)}
        placeholder={t('output.replay')}
        onChange={(id) => {
          const replaySeconds = replayLengths.find((seconds) => String(seconds) === id);
          if (replaySeconds !== undefined) {
            change({ replaySeconds });
          }
        }}
      />
      <p className="tile-hint">{t('output.replay_hint')}</p>
    </>
  );
}

function CaptureFolder() {
  const { bridge, captures, attempt } = useApp();
  const { t } = useText();
  const [folder, setFolder] = useState('');
  useEffect(() => {
    void attempt(async () => setFolder((await bridge.call('captures.folder', {})).folder));
  }, [attempt, bridge]);
  return (
    <div className="labelled">
      <span className="ui-label">{t('output.folder')}</span>
      <p className="tile-hint mono">{folder}</p>
      <div className="tile-buttons">
        <Button
          onPress={() =>
            void attempt(async () => setFolder(await captures.getState().chooseFolder()))
          }
        >
          {t('output.folder_choose')}
        </Button>
      </div>
    </div>
  );
}
