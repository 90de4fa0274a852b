import { Undo2, X } from 'lucide-react';
import { memo } from 'react';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { useApp } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { formatDuration, formatEstimate } from '../../../jobs/job-words.ts';
import '../create.css';
import type { JobPlan, PlannedRow } from './planned-jobs.ts';
import { FileThumb } from '../files/slot-files.tsx';

/** All planned jobs, when there are several: their inputs, cost, and a way to exclude each. */
export function JobMatrix({ plan }: { readonly plan: JobPlan }) {
  const { draft } = useApp();
  const { t } = useText();
  const { rows, skipped } = plan;
  return rows.length + skipped < 2 ? null : (
    <section className="matrix" aria-label={t('create.matrix')}>
      <div className="matrix-head">
        <h2 className="ui-label">{t('create.matrix_count', { count: rows.length })}</h2>
        {skipped === 0 ? null : (
          <Button icon={Undo2} onPress={() => draft.getState().restore()}>
            {t('create.restore', { count: skipped })}
          </Button>
        )}
      </div>
      <ul className="matrix-rows">
        {rows.map((row) => (
          <MatrixRow key={row.key} row={row} />
        ))}
      </ul>
    </section>
  );
}

/** Plans are recomputed at every change of the form; unchanged rows are not re-rendered. */
const MatrixRow = memo(function MatrixRow({ row }: { readonly row: PlannedRow }) {
  const { draft } = useApp();
  const text = useText();
  const { t, money } = text;
  const { inputs, expectedMs, costUsd, timeMs } = row;
  const names = inputs.map(({ input }) => input.file.name).join(' × ');
  const facts = [
    ...(expectedMs === null ? [] : [formatDuration(text, expectedMs)]),
    ...(costUsd === null ? [] : [costUsd === 0 ? t('submit.free') : money(costUsd)]),
    ...(timeMs === null ? [] : [t('submit.about', { time: formatEstimate(text, timeMs) })]),
  ];
  return (
    <li className="matrix-row">
      <span className="matrix-thumbs">
        {inputs.map(({ input }) => (
          <FileThumb key={input.file.id} input={input} />
        ))}
      </span>
      <span className="matrix-names">{names}</span>
      <span className="matrix-facts">{facts.join(' · ')}</span>
      <IconButton
        icon={X}
        label={t('create.leave_out', { name: names })}
        onPress={() => draft.getState().skip(row.key)}
      />
    </li>
  );
}, isSameRow);

function isSameRow(
  { row }: { readonly row: PlannedRow },
  { row: next }: { readonly row: PlannedRow },
): boolean {
  return (
    row.key === next.key &&
    row.expectedMs === next.expectedMs &&
    row.costUsd === next.costUsd &&
    row.timeMs === next.timeMs &&
    row.inputs.every(({ input }, index) => input === next.inputs[index]?.input)
  );
}
