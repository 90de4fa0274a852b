/* oxlint-disable jsx-a11y/prefer-tag-over-role -- cells of a grid that is no table, see virtual-grid.tsx */
import {
  CircleX,
  CloudDownload,
  FolderOpen,
  ImagePlus,
  type LucideIcon,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import { memo } from 'react';
import { findProgressFraction, isTerminalState, type LocalJob } from '../../contract/ipc/jobs.ts';
import type { LibraryItem } from '../../contract/ipc/library.ts';
import { Icon } from '../../ui/icon.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useJobs } from '../app/app-context.ts';
import type { Text } from '../i18n/text.ts';
import { useText } from '../i18n/use-text.ts';
import { describeError } from '../i18n/describe-error.ts';
import { formatTimeLeft } from '../jobs/estimate-words.ts';
import { formatJobCost, formatDuration, jobStates } from '../jobs/job-words.ts';
import { describeRemote } from '../jobs/describe-remote.ts';
import { formatAgo } from './format-ago.ts';
import './library.css';
import { describeItem, toItemName } from './library-words.ts';
import { RowThumbs } from './row-thumbs.tsx';
import { useLibraryActions } from './use-library-actions.ts';
import { useNow } from './use-now.ts';

/**
 * Cells of a row. A running job is rendered in its current state, not as it was when the page was requested.
 */
export const LibraryCells = memo(function LibraryCells(props: {
  readonly row: LibraryItem | null;
}) {
  const { row } = props;
  return row === null ? (
    <span role="gridcell" className="library-waiting">
      …
    </span>
  ) : (
    <FilledCells item={row} />
  );
});

function FilledCells({ item }: { readonly item: LibraryItem }) {
  const text = useText();
  const nowMs = useNow();
  const job = useJobs(({ jobs }) =>
    item.kind === 'job' ? jobs.find(({ id }) => id === item.id) : undefined,
  );
  const name = toItemName(text, item);
  return (
    <>
      <span role="gridcell" className="library-thumbs">
        <RowThumbs item={item} job={job} />
      </span>
      <span role="rowheader" className="library-name" title={name}>
        {name}
      </span>
      <span role="gridcell" className="library-facts" title={describeItem(text, item)}>
        {describeItem(text, item)}
      </span>
      <span role="gridcell">
        <ItemState item={item} job={job} />
      </span>
      <span role="gridcell" className="library-number">
        {formatCost(text, item, job)}
      </span>
      <span role="gridcell" className="library-number">
        <ItemLength item={item} job={job} />
      </span>
      <span role="gridcell" className="library-when" title={text.time(item.atMs)}>
        {formatAgo(text, item.atMs, nowMs)}
      </span>
      <span role="gridcell" className="library-actions">
        <RowActions item={item} name={name} />
      </span>
    </>
  );
}

function ItemState({
  item,
  job,
}: {
  readonly item: LibraryItem;
  readonly job?: LocalJob | undefined;
}) {
  const text = useText();
  const { t } = text;
  const nowMs = useNow();
  if (item.remote !== null && (job === undefined || isTerminalState(job.state))) {
    const { tone, word, hint } = describeRemote(text, item.remote, nowMs);
    return (
      <span title={hint}>
        <StatusDot tone={tone}>{word}</StatusDot>
      </span>
    );
  }
  if (job !== undefined) {
    const { tone, key } = jobStates[job.state];
    const fraction = findProgressFraction(job);
    const why = job.error === null ? undefined : describeError(text, job.error).title;
    return (
      <span title={why}>
        <StatusDot tone={tone}>
          {fraction === null
            ? t(key)
            : t('library.state_share', { state: t(key), percent: Math.round(fraction * 100) })}
        </StatusDot>
      </span>
    );
  }
  const { tone, word, hint } = toMark(item);
  return (
    <span title={hint === null ? undefined : t(hint)}>
      <StatusDot tone={tone}>{t(word)}</StatusDot>
    </span>
  );
}

/** Mark of an item that is not in progress. */
function toMark({ state, kind, jobState, isGone, isRepaired }: LibraryItem) {
  if (isGone) {
    return { tone: 'warning', word: 'library.gone', hint: 'library.gone_hint' } as const;
  }
  if (jobState !== null) {
    const { tone, key } = jobStates[jobState];
    return { tone, word: key, hint: null } as const;
  }
  if (isRepaired) {
    return kind === 'session'
      ? ({ tone: 'idle', word: 'library.cut_off', hint: 'library.cut_off_hint' } as const)
      : ({ tone: 'good', word: 'library.repaired', hint: 'library.repaired_hint' } as const);
  }
  return state === 'running'
    ? ({ tone: 'info', word: 'library.on_air', hint: null } as const)
    : ({ tone: 'good', word: 'library.done', hint: null } as const);
}

function ItemLength({
  item,
  job,
}: {
  readonly item: LibraryItem;
  readonly job?: LocalJob | undefined;
}) {
  const text = useText();
  const left = useJobs(({ jobs }) =>
    job === undefined || job.endedAtMs !== null ? null : formatTimeLeft(text, jobs, job),
  );
  return left ?? (item.durationMs === null ? '' : formatDuration(text, item.durationMs));
}

function formatCost(text: Text, item: LibraryItem, job: LocalJob | undefined): string {
  if (job !== undefined) {
    return formatJobCost(text, job);
  }
  if (item.costUsd === null) {
    return '';
  }
  return item.costUsd === 0 ? text.t('job.cost.none') : text.money(item.costUsd);
}

/** Plain buttons: there are four in every row, and each of a thousand rows passes in a second of scrolling. */
function RowActions({ item, name }: { readonly item: LibraryItem; readonly name: string }) {
  const { t } = useText();
  const actions = useLibraryActions();
  if (item.state === 'running') {
    return item.kind === 'job' ? (
      <RowButton
        label={t('job.cancel_named', { name })}
        icon={CircleX}
        onPress={() => actions.cancel(item.id)}
      />
    ) : null;
  }
  const hasFile = item.file !== null && !item.isGone;
  return (
    <>
      {item.kind === 'job' ? (
        <RowButton
          label={t('job.retry_named', { name })}
          icon={RotateCcw}
          onPress={() => actions.retry(item.id)}
        />
      ) : null}
      {item.remote?.mayFetch === true ? (
        <RowButton
          label={t('library.fetch_named', { name })}
          icon={CloudDownload}
          onPress={() => actions.fetch(item.id)}
        />
      ) : null}
      {hasFile ? (
        <>
          <RowButton
            label={t('library.use_named', { name })}
            icon={ImagePlus}
            onPress={() => actions.use(item)}
          />
          <RowButton
            label={t('library.reveal_named', { name })}
            icon={FolderOpen}
            onPress={() => actions.reveal(item.id)}
          />
        </>
      ) : null}
      <RowButton
        label={t('library.delete_named', { name })}
        icon={Trash2}
        onPress={() => actions.remove(item)}
      />
    </>
  );
}

function RowButton(props: {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onPress: () => void;
}) {
  const { label, icon, onPress } = props;
  return (
    <button
      type="button"
      className="library-action"
      aria-label={label}
      title={label}
      tabIndex={-1}
      onClick={onPress}
    >
      <Icon of={icon} />
    </button>
  );
}
