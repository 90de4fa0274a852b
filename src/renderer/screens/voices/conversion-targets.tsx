import { AppError } from '../../../base/errors.ts';
import { type ConversionTarget, transposeLimits } from '../../../contract/conversion.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { Slider } from '../../../ui/slider.tsx';
import { useApp, useConversion } from '../../app/app-context.ts';
import type { Text } from '../../i18n/text.ts';
import { useText } from '../../i18n/use-text.ts';
import { formatTarget } from '../../i18n/foreign-words.ts';
import { ErrorNote } from '../../i18n/error-note.tsx';
import { findTarget } from '../../stores/conversion-store.ts';
import './voices.css';

/** The voices a recording can become one of, and the pitch of those that need it moved. */
export function ConversionTargets() {
  const { conversion } = useApp();
  const text = useText();
  const { t } = text;
  const targets = useConversion((state) => state.targets);
  const target = useConversion(findTarget);
  const transpose = useConversion((state) => state.transpose);
  const isRunning = useConversion(({ work }) => work.kind === 'running');
  if (targets instanceof AppError) {
    return <NoTargets error={targets} />;
  }
  return (
    <div className="convert-target">
      <Select
        label={t('convert.target')}
        placeholder={t('changer.asking')}
        options={(targets ?? []).map((entry) => ({ id: entry.id, label: toLabel(text, entry) }))}
        value={target?.id ?? null}
        isDisabled={targets === null || isRunning}
        onChange={(voiceId) => conversion.getState().choose({ voiceId })}
      />
      {target === null ? null : (
        <p className="voices-note">{formatTarget(text, target).description}</p>
      )}
      {target === null || target.kind === 'built_in' ? null : (
        <>
          <span className="ui-label">{t('convert.transpose')}</span>
          <Slider
            label={t('convert.transpose')}
            {...transposeLimits}
            step={1}
            value={transpose}
            format={{ signDisplay: 'exceptZero' }}
            onChange={(value) => conversion.getState().choose({ transpose: value })}
          />
          <p className="voices-note">{t('convert.transpose_hint')}</p>
        </>
      )}
    </div>
  );
}

function toLabel(text: Text, target: ConversionTarget): string {
  const { name } = formatTarget(text, target);
  return target.kind === 'slow_model' ? text.t('convert.files_only', { name }) : name;
}

function NoTargets({ error }: { readonly error: AppError }) {
  const { conversion } = useApp();
  const { t } = useText();
  return (
    <ErrorNote
      error={error}
      action={
        <Button onPress={() => void conversion.getState().loadTargets()}>
          {t('action.try_again')}
        </Button>
      }
    />
  );
}
