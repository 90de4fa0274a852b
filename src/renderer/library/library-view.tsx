import { useMemo } from 'react';
import type { LibraryItem, LibraryQuery } from '../../contract/ipc/library.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type GridScroll, VirtualGrid } from '../../ui/virtual-grid.tsx';
import { useApp, useVoices } from '../app/app-context.ts';
import { useClock } from '../app/use-clock.ts';
import { useText } from '../i18n/use-text.ts';
import './library.css';
import type { LibraryChoice } from './library-choice.ts';
import { LibraryFilters } from './library-filters.tsx';
import { LibraryCells } from './library-row.tsx';
import { toQueryWords } from './library-words.ts';
import { NowContext } from './use-now.ts';
import { useLibrary } from './use-library.ts';
import { useLibraryActions } from './use-library-actions.ts';

/** The library in rows, with search and filters. */
export function LibraryView(props: {
  readonly choice: LibraryChoice;
  readonly onChoose: (choice: LibraryChoice) => void;
  readonly scroll: GridScroll;
  readonly onOpen: (item: LibraryItem) => void;
}) {
  const { choice, onChoose, scroll } = props;
  const text = useText();
  const { t } = text;
  const voices = useVoices((state) => state.list);
  const query = useMemo((): LibraryQuery => {
    const { typed, ...rest } = choice;
    return { ...rest, words: toQueryWords(text, typed, voices?.voices ?? []) };
  }, [choice, text, voices]);
  const { pages, summary, onShown } = useLibrary(query);
  const { remove } = useLibraryActions();
  const nowMs = useClock(30_000);
  if (summary.isEmpty) {
    return <EmptyLibrary />;
  }
  return (
    <div className="library">
      <LibraryFilters choice={choice} summary={summary} onChoose={onChoose} />
      <NowContext value={nowMs}>
        <div className="library-list">
          <VirtualGrid
            label={t('library.title')}
            columns={[
              t('library.preview'),
              t('library.name'),
              t('library.what'),
              t('library.state'),
              t('library.cost'),
              t('library.length'),
              t('library.when'),
              t('library.actions'),
            ]}
            rowCount={summary.total}
            rowAt={pages.rowAt}
            Cells={LibraryCells}
            onShown={onShown}
            onOpen={props.onOpen}
            onRemove={(item) => {
              if (item.state !== 'running') {
                remove(item);
              }
            }}
            scroll={scroll}
          />
        </div>
      </NowContext>
      {summary.isLoaded && summary.total === 0 ? (
        <p className="library-none">{t('library.none')}</p>
      ) : null}
    </div>
  );
}

function EmptyLibrary() {
  const { view } = useApp();
  const { t } = useText();
  return (
    <EmptyState
      illustration="rows"
      title={t('library.empty.title')}
      action={
        <Button tone="primary" onPress={() => view.getState().goTo('create')}>
          {t('commands.go.create')}
        </Button>
      }
    >
      {t('library.empty.text')}
    </EmptyState>
  );
}
