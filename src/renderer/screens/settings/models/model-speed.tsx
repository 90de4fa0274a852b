import { Gauge } from 'lucide-react';
import { useState } from 'react';
import { isMeasurable, type MeasuredPacks } from '../../../../contract/model-packs.ts';
import { Button } from '../../../../ui/button.tsx';
import { Row, Rows } from '../../../../ui/card.tsx';
import { useApp, useSettings } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { formatDuration } from '../../../jobs/job-words.ts';

interface Measurement {
  /** The choice it was made with. */
  readonly key: string;
  readonly measured: MeasuredPacks;
}

/** Time of the chosen models per frame; measured on request. */
export function ModelSpeed() {
  const { bridge, attempt } = useApp();
  const text = useText();
  const { t } = text;
  const choice = useSettings(({ settings }) => settings.packs);
  const change = useSettings((state) => state.change);
  const [last, setLast] = useState<Measurement | null>(null);
  const [isMeasuring, setMeasuring] = useState(false);
  const key = JSON.stringify(choice);
  const measure = async (): Promise<void> => {
    setMeasuring(true);
    await attempt(async () => {
      const measured = await bridge.call('packs.measure', {});
      setLast({ key, measured });
      const { diffusion } = choice;
      if (diffusion !== null && measured.pictureMs !== null) {
        // The form shows it before an image is submitted.
        await change({ packSpeed: { diffusion, pictureMs: measured.pictureMs } });
      }
    });
    setMeasuring(false);
  };
  const measured = last?.key === key ? last.measured : null;
  return (
    <Rows>
      <Row
        title={t('models.speed')}
        hint={
          measured === null
            ? t('models.speed_hint')
            : measured.packs.map(({ label, provider, runMs, note }) => (
                <span key={label} className="line">
                  {t('models.ran_on', { label, provider, ms: round(runMs) })}
                  {note === null ? '' : ` · ${note}`}
                </span>
              ))
        }
      >
        {measured === null || measured.frameMs === null ? null : (
          <output>{t('models.measured', { ms: round(measured.frameMs) })}</output>
        )}
        {measured === null || measured.pictureMs === null ? null : (
          <output>
            {t('models.measured_picture', { time: formatDuration(text, measured.pictureMs) })}
          </output>
        )}
        <Button
          icon={Gauge}
          isDisabled={!isMeasurable(choice)}
          isPending={isMeasuring}
          onPress={() => void measure()}
        >
          {t('models.measure')}
        </Button>
      </Row>
    </Rows>
  );
}

function round(ms: number): number {
  return ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms);
}
