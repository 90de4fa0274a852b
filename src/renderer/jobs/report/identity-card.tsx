import type { IdentityReport, MotionReport, QualityReport } from '../../../contract/job-details.ts';
import { useText } from '../../i18n/use-text.ts';
import { MeasureCard } from './measure-card.tsx';

/** Metrics of an identity swap. */
export function IdentityCard({
  identity,
  motion,
  quality,
}: {
  readonly identity: IdentityReport;
  /** Null where only the head was swapped. */
  readonly motion: MotionReport | null;
  readonly quality: QualityReport;
}) {
  const { t } = useText();
  const number = (value: number | null): string =>
    value === null
      ? t('quality.none')
      : t('quality.number', { value: Math.round(value * 100) / 100 }).replace('-', '−');
  const rows = [
    { name: t('identity.method'), hint: null, value: t(`identity.method.${identity.method}`) },
    {
      name: t('identity.guessed'),
      hint: t('identity.guessed.hint'),
      value: t('job.share', { percent: Math.round(identity.guessedFraction * 100) }),
    },
    {
      name: t('quality.similarityToSource'),
      hint: t('quality.similarityToSource.hint'),
      value: number(quality.similarityToSource),
    },
    {
      name: t('identity.leak'),
      hint: t('identity.leak.hint'),
      value: number(identity.leak),
    },
    ...(motion === null
      ? []
      : [
          {
            name: t('motion.error'),
            hint: t('motion.error.hint'),
            value: number(motion.jointError),
          },
        ]),
    {
      name: t('identity.held'),
      hint: t('identity.held.hint'),
      value: number(identity.heldFrames),
    },
  ];
  return <MeasureCard title={t('identity.title')} rows={rows} />;
}
