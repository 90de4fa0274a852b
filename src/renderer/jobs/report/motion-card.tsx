import type { MotionReport } from '../../../contract/job-details.ts';
import { useText } from '../../i18n/use-text.ts';
import { MeasureCard } from './measure-card.tsx';

/** Metrics of an image that follows the driver of a clip. */
export function MotionCard({ motion }: { readonly motion: MotionReport }) {
  const { t } = useText();
  const { limbs, jointError, heldFrames, drivers, seams, views } = motion;
  const torn = seams === undefined ? null : seams.holes + seams.slivers + seams.smears;
  const rows = [
    {
      name: t('motion.limbs'),
      hint: t('motion.limbs.hint'),
      value: t('motion.limbs_value', { count: limbs.length }),
    },
    {
      name: t('motion.error'),
      hint: t('motion.error.hint'),
      value:
        jointError === null
          ? t('quality.none')
          : t('quality.number', { value: Math.round(jointError * 100) / 100 }),
    },
    {
      name: t('motion.torn'),
      hint: t('motion.torn.hint'),
      value:
        torn === null
          ? t('quality.none')
          : t('motion.torn_value', { percent: Math.round(1000 * torn) / 10 }),
    },
    // A character of one picture is seen from one side.
    ...(views === undefined || views.side + views.back === 0
      ? []
      : [
          {
            name: t('motion.views'),
            hint: t('motion.views.hint'),
            value: t('motion.views_value', views),
          },
        ]),
    {
      name: t('motion.held'),
      hint: t('motion.held.hint'),
      value: t('quality.number', { value: heldFrames }),
    },
    {
      name: t('motion.drivers'),
      hint: t('motion.drivers.hint'),
      value: t('quality.number', { value: drivers }),
    },
  ];
  return <MeasureCard title={t('motion.title')} rows={rows} />;
}
