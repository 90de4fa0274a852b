import { useEffect, useMemo, useState } from 'react';
import { type CommandLine, CommandList } from '../../ui/command-list.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { useApp, useCharacters, useService, useVoices } from '../app/app-context.ts';
import { useChanger } from '../changer/use-changer.ts';
import { toKeyCaps } from '../commands/accelerator.ts';
import { commandGroups } from '../commands/command.ts';
import { indexEntries, searchEntries } from '../commands/search-entries.ts';
import { useText } from '../i18n/use-text.ts';
import { listEntries, type PaletteEntry } from './palette-entries.ts';
import { useFoundFiles } from './use-found-files.ts';

/** Maximum number of results; users do not read further down. */
const maxHits = 60;

/** The command palette: every command, and everything that has a name, found by its words. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { about } = useApp();
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const entries = useEntries();
  const files = useFoundFiles(typed);
  const index = useMemo(() => indexEntries([...entries, ...files]), [entries, files]);
  const isSearching = typed.trim() !== '';
  const hits = isSearching ? searchEntries(index, typed, maxHits) : entries.filter(isOffered);
  const toLine = ({
    id,
    title,
    detail,
    kind,
    icon,
    keys,
    isMissing,
  }: PaletteEntry): CommandLine => ({
    id,
    label: title,
    detail,
    kind: isSearching ? t(`palette.kind.${kind}`) : null,
    icon,
    keys: keys === null ? null : toKeyCaps(keys, about.platform === 'darwin', t),
    isMissing,
  });
  return (
    <DialogFrame isOpen onClose={onClose} width="palette" label={t('palette.label')}>
      <CommandList
        label={t('palette.label')}
        placeholder={t('palette.placeholder')}
        emptyText={t('palette.empty')}
        countText={t('palette.count', { count: hits.length })}
        typed={typed}
        onType={setTyped}
        groups={
          isSearching
            ? [{ id: 'hits', label: null, lines: hits.map(toLine) }]
            : commandGroups.map((group) => ({
                id: group,
                label: t(`commands.group.${group}`),
                lines: hits.filter((entry) => entry.group === group).map(toLine),
              }))
        }
        onRun={(id) => {
          onClose();
          hits.find((entry) => entry.id === id)?.run();
        }}
      />
    </DialogFrame>
  );
}

/** Initial entries before anything is typed: the available commands. */
function isOffered({ group, isMissing }: PaletteEntry): boolean {
  return group !== null && !isMissing;
}

/** Entries from the memory of the page; voices are requested when the palette opens first. */
function useEntries(): readonly PaletteEntry[] {
  const app = useApp();
  const text = useText();
  const state = useService(({ embedded }) => embedded.state);
  const voices = useVoices(({ list }) => list);
  const offer = useChanger((changer) => changer.offer);
  const characters = useCharacters((gallery) => gallery.characters);
  useEffect(() => {
    if (app.voices.getState().list === null) {
      void app.voices.getState().load();
    }
    if (app.changer.getState().offer === null) {
      void app.changer.getState().loadOffer();
    }
  }, [app]);
  return useMemo(
    () => listEntries(app),
    // oxlint-disable-next-line react/exhaustive-deps -- what the list is made of
    [app, text, state, voices, offer, characters],
  );
}
