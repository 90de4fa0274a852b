import { GripVertical } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button } from 'react-aria-components/Button';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import { Icon } from '../../ui/icon.tsx';
import { useApp } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { toJobTitle } from '../jobs/job-words.ts';
import { QueueRow } from './queue-row.tsx';

/**
 * The jobs that wait, in their order: dragged by their handle, or with it by keyboard (Enter, arrows, Enter). Alt with an
 * arrow moves the row that has the focus by one.
 */
export function WaitingList({
  jobs,
  nowMs,
}: {
  readonly jobs: readonly LocalJob[];
  readonly nowMs: number;
}) {
  const { queue, attempt } = useApp();
  const text = useText();
  const { t } = text;
  const ids = jobs.filter(({ state }) => state === 'waiting').map(({ id }) => id);
  const move = (moved: readonly string[], beforeId: string | null): void =>
    void attempt(() => queue.getState().move(moved, beforeId));
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      const moved = ids.filter((id) => keys.has(id));
      move(moved, findBefore(ids, moved, { id: String(target.key), side: target.dropPosition }));
    },
  });
  const moveByOne = (id: string, step: -1 | 1): void => {
    const from = ids.indexOf(id);
    const to = from + step;
    if (from !== -1 && to >= 0 && to < ids.length) {
      move([id], (step === -1 ? ids[to] : ids[to + 1]) ?? null);
    }
  };
  const onKey = (event: KeyboardEvent): void => {
    const isUp = event.key === 'ArrowUp';
    if (event.altKey && (isUp || event.key === 'ArrowDown')) {
      const row = event.target instanceof Element ? event.target.closest('[data-key]') : null;
      moveByOne(row?.getAttribute('data-key') ?? '', isUp ? -1 : 1);
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears keys of the list before the list does
    <div onKeyDownCapture={onKey}>
      <GridList
        className="queue-waiting"
        aria-label={t('queue.part.waiting')}
        items={[...jobs]}
        dependencies={[nowMs]}
        dragAndDropHooks={dragAndDropHooks}
      >
        {(job) => (
          <GridListItem className="queue-item" id={job.id} textValue={toJobTitle(text, job)}>
            <QueueRow job={job} nowMs={nowMs} handle={<Handle name={toJobTitle(text, job)} />} />
          </GridListItem>
        )}
      </GridList>
    </div>
  );
}

function Handle({ name }: { readonly name: string }) {
  const { t } = useText();
  return (
    <Button slot="drag" className="queue-handle" aria-label={t('queue.move_named', { name })}>
      <Icon of={GripVertical} size="small" />
    </Button>
  );
}

/** The job that a drop puts the moved ones before; null for the end. */
function findBefore(
  ids: readonly string[],
  moved: readonly string[],
  target: { readonly id: string; readonly side: 'before' | 'on' | 'after' },
): string | null {
  const rest = ids.filter((id) => !moved.includes(id));
  const at = rest.indexOf(target.id);
  if (at === -1) {
    // Before items that cannot be passed: a job that needs confirmation is above the queue.
    return rest[0] ?? null;
  }
  return (target.side === 'before' ? rest[at] : rest[at + 1]) ?? null;
}
