import { AudioLines, MessageSquareText, VenetianMask } from 'lucide-react';
import { AppError } from '../../base/errors.ts';
import type { LibraryItem } from '../../contract/ipc/library.ts';
import type { IconSymbol } from '../../ui/icon.tsx';
import type { App } from '../app/app-context.ts';
import type { Command } from '../commands/command.ts';
import { runCommand } from '../commands/run-command.ts';
import { kindIcons, sectionIcons } from '../commands/screen-icons.ts';
import type { Searchable } from '../commands/search-entries.ts';
import { formatTarget, formatTone } from '../i18n/foreign-words.ts';
import { splitName, toVoiceLanguage } from '../jobs/voice-words.ts';
import { describeItem, toItemName } from '../library/library-words.ts';
import { settingsSections } from '../stores/view-store.ts';

/** Kind of a palette line. */
export type PaletteKind =
  | 'command'
  | 'character'
  | 'voice'
  | 'changer_voice'
  | 'settings'
  | LibraryItem['kind'];

/** Something that the palette finds and runs. */
export interface PaletteEntry extends Searchable {
  readonly id: string;
  readonly kind: PaletteKind;
  readonly detail: string | null;
  readonly icon: IconSymbol;
  readonly keys: string | null;
  /** Group of a command; null for everything else. */
  readonly group: Command['group'] | null;
  readonly isMissing: boolean;
  readonly run: () => void;
}

/** Frequently used entries are ranked above merely similar ones, and unavailable ones below. */
const bias = { command: 8, missing: -30, character: 6, settings: 4, changer_voice: 2 };

/** Every command but the palette's own, and everything with a name that is in the memory of the page. */
export function listEntries(app: App): readonly PaletteEntry[] {
  return [
    ...app
      .commands()
      .filter(({ id }) => id !== 'app.commands')
      .map((command) => toEntry(app, command)),
    ...listCharacters(app),
    ...listSections(app),
    ...listTargets(app),
    ...listVoices(app),
  ];
}

function toEntry(app: App, command: Command): PaletteEntry {
  const { t } = app.text();
  const { id, title, icon, keys, group, missing } = command;
  const why = missing === null || missing === undefined ? null : t(missing);
  return {
    id,
    kind: 'command',
    title,
    detail: why,
    icon,
    keys,
    group,
    more: t(`commands.group.${group}`),
    isMissing: why !== null,
    bias: bias.command + (why === null ? 0 : bias.missing),
    run: () => runCommand(app, command),
  };
}

const thing = { keys: null, group: null, isMissing: false };

function listCharacters(app: App): PaletteEntry[] {
  const { t } = app.text();
  const { characterId } = app.settings.getState().settings.live;
  return app.characters.getState().characters.map(({ id, name }) => ({
    ...thing,
    id: `character.${id}`,
    kind: 'character',
    title: name,
    detail: id === characterId ? t('palette.chosen') : null,
    icon: VenetianMask,
    more: t('palette.kind.character'),
    bias: bias.character,
    run: () => {
      app.view.getState().goTo('live');
      void app.attempt(() => app.act({ type: 'choose_character', characterId: id }));
    },
  }));
}

function listSections(app: App): PaletteEntry[] {
  const { t } = app.text();
  return settingsSections.map((section) => ({
    ...thing,
    id: `settings.${section}`,
    kind: 'settings',
    title: t(`settings.${section}`),
    detail: null,
    icon: sectionIcons[section],
    more: `${t('palette.kind.settings')} ${t(`palette.words.${section}`)}`,
    bias: bias.settings,
    run: () => app.view.getState().openSection(section),
  }));
}

/** Target voices of the user. */
function listTargets(app: App): PaletteEntry[] {
  const text = app.text();
  const { offer } = app.changer.getState();
  const voices = offer === null || offer instanceof AppError ? [] : offer.voices;
  return voices.map((voice) => {
    const { name, description } = formatTarget(text, voice);
    return {
      ...thing,
      id: `changer_voice.${voice.id}`,
      kind: 'changer_voice',
      title: name,
      detail: description,
      icon: AudioLines,
      more: `${text.t('palette.kind.changer_voice')} ${description}`,
      bias: bias.changer_voice,
      run: () => {
        app.view.getState().goTo('live');
        void app.attempt(() => app.act({ type: 'choose_voice', voiceId: voice.id }));
      },
    };
  });
}

/** The voices that speak scripts. */
function listVoices(app: App): PaletteEntry[] {
  const text = app.text();
  const voices = app.voices.getState().list?.voices ?? [];
  return voices.map((voice) => {
    const { speaker, tone } = splitName(voice.name);
    const words = tone === '' ? '' : formatTone(text, tone);
    const detail = [words, toVoiceLanguage(text, voice)].filter((word) => word !== '').join(' · ');
    return {
      ...thing,
      id: `voice.${voice.id}`,
      kind: 'voice',
      title: speaker,
      detail,
      icon: MessageSquareText,
      more: `${text.t('palette.kind.voice')} ${detail}`,
      run: () => void app.attempt(() => useInScript(app, voice.id)),
    };
  });
}

/** Forms are read when they are needed, not before. */
async function useInScript(app: App, voiceId: string): Promise<void> {
  const { chooseScriptVoice } = await import('../jobs/form/script-feature.ts');
  chooseScriptVoice(app, voiceId);
}

/** An old job is not in the memory of the page. */
function openJob({ jobs, view, attempt }: App, id: string): void {
  void attempt(async () => {
    await jobs.getState().read(id);
    view.getState().goTo('history');
    view.getState().openJob(id);
  });
}

/** A row of the library as a line. */
export function toFileEntry(app: App, item: LibraryItem): PaletteEntry {
  const text = app.text();
  const facts = describeItem(text, item);
  const inputs = item.inputs.map(({ name }) => name).join(' ');
  return {
    ...thing,
    id: `file.${item.id}`,
    kind: item.kind,
    title: toItemName(text, item),
    detail: `${facts} · ${text.time(item.atMs)}`,
    icon: kindIcons[item.kind],
    more: [facts, item.character, item.voice, inputs].filter(Boolean).join(' '),
    run: () => (item.kind === 'job' ? openJob(app, item.id) : app.view.getState().openItem(item)),
  };
}
