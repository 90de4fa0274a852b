import { Select } from '../../ui/select.tsx';
import { useApp } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { useChanger } from './use-changer.ts';

const lengths = [5, 15, 30, 60, 120];

/** Chooses the funded length of a voice session on a paid service, and shows its hold. */
export function SessionLength(props: {
  /** Null when the service does not say. */
  readonly costPerMinuteUsd: number | null;
}) {
  const { costPerMinuteUsd } = props;
  const { changer, attempt } = useApp();
  const { t, money } = useText();
  const minutes = useChanger(({ choice }) => choice.durationMinutes);
  return (
    <>
      <Select
        label={t('changer.length')}
        options={[...new Set([...lengths, minutes])]
          .toSorted((one, other) => one - other)
          .map((length) => ({
            id: String(length),
            label: t('changer.length_value', { minutes: length }),
          }))}
        value={String(minutes)}
        placeholder={t('changer.length')}
        onChange={(id) =>
          void attempt(() => changer.getState().choose({ durationMinutes: Number(id) }))
        }
      />
      <p className="tile-hint">
        {costPerMinuteUsd === null
          ? t('price.unknown')
          : t('changer.cost', {
              amount: money(costPerMinuteUsd),
              held: money(costPerMinuteUsd * minutes),
            })}
      </p>
    </>
  );
}
