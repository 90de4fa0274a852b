import { libraryKinds, libraryStates } from '../../contract/ipc/library.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useApp, useProfiles } from '../app/app-context.ts';
import { toProfileTitle } from '../commands/app-actions.ts';
import { useText } from '../i18n/use-text.ts';
import './library.css';
import type { LibraryChoice } from './library-choice.ts';
import type { LibrarySummary } from './library-pages.ts';

const any = 'any';

/** Search and filters of the library, with the total cost of the rows. */
export function LibraryFilters(props: {
  readonly choice: LibraryChoice;
  readonly summary: LibrarySummary;
  readonly onChoose: (choice: LibraryChoice) => void;
}) {
  const { choice, summary, onChoose } = props;
  const { t, money } = useText();
  const { counts, spentUsd } = summary;
  const all = libraryKinds.reduce((sum, kind) => sum + counts[kind], 0);
  return (
    <>
      <div className="library-filters">
        <TextField
          label={t('library.search')}
          isLabelHidden
          name="library-search"
          placeholder={t('library.search_hint')}
          value={choice.typed}
          onChange={(typed) => onChoose({ ...choice, typed })}
        />
        <Select
          label={t('library.state')}
          isLabelHidden
          placeholder={t('library.state.any')}
          value={choice.state ?? any}
          options={[
            { id: any, label: t('library.state.any') },
            ...libraryStates.map((id) => ({ id, label: t(`library.state.${id}`) })),
          ]}
          onChange={(id) =>
            onChoose({ ...choice, state: libraryStates.find((state) => state === id) ?? null })
          }
        />
        <ServiceFilter {...props} />
      </div>
      <div className="library-kinds">
        <Segmented
          label={t('library.kind')}
          value={choice.kind ?? 'all'}
          options={[
            { id: 'all' as const, label: t('library.kind.all', { count: all }) },
            ...libraryKinds.map((id) => ({
              id,
              label: t(`library.kind.${id}`, { count: counts[id] }),
            })),
          ]}
          onChange={(id) => onChoose({ ...choice, kind: id === 'all' ? null : id })}
        />
        <span className="library-spent">
          {spentUsd > 0 ? t('library.spent', { amount: money(spentUsd) }) : null}
        </span>
      </div>
    </>
  );
}

/** Shown only when several services have rows. */
function ServiceFilter(props: {
  readonly choice: LibraryChoice;
  readonly summary: LibrarySummary;
  readonly onChoose: (choice: LibraryChoice) => void;
}) {
  const { choice, summary, onChoose } = props;
  const app = useApp();
  const { t } = useText();
  const profiles = useProfiles(({ list }) => list.profiles);
  if (summary.profileIds.length < 2 && choice.profileId === null) {
    return null;
  }
  const titleOf = (id: string): string => {
    const profile = profiles.find((one) => one.id === id);
    return profile === undefined ? t('library.service.removed') : toProfileTitle(app, profile);
  };
  return (
    <Select
      label={t('library.service')}
      isLabelHidden
      placeholder={t('library.service.any')}
      value={choice.profileId ?? any}
      options={[
        { id: any, label: t('library.service.any') },
        ...summary.profileIds.map((id) => ({ id, label: titleOf(id) })),
      ]}
      onChange={(id) => onChoose({ ...choice, profileId: id === any ? null : id })}
    />
  );
}
