import {
  ArrowLeft,
  ArrowRight,
  FileDown,
  FileUp,
  Layers,
  Pencil,
  Plus,
  Save,
  Trash2,
  UserRound,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Icon } from '../../../../ui/icon.tsx';
import { Menu, type MenuAction } from '../../../../ui/menu.tsx';
import type { Preset } from '../../../../contract/presets.ts';
import {
  type App,
  useApp,
  useCharacters,
  useDevices,
  usePresets,
  useSettings,
} from '../../../app/app-context.ts';
import { useChanger } from '../../../changer/use-changer.ts';
import { useText } from '../../../i18n/use-text.ts';
import { applyPreset, findActivePreset, readPresetSetup } from '../../../presets/apply-preset.ts';
import './preset.css';
import type { PresetDialog } from './preset-dialog.ts';
import { SideStrip } from './side-strip.tsx';
import { Zone } from './zone.tsx';

const PresetDialogs = lazy(async () => ({
  default: (await import('./preset-dialogs.tsx')).PresetDialogs,
}));

/** The presets as a row of tiles: one press puts a whole setup in place, on air too. */
export function PresetZone() {
  const app = useApp();
  const { t } = useText();
  const presets = usePresets((state) => state.presets);
  const isPending = usePresets((state) => state.pending !== null);
  const activeId = useActivePresetId();
  const [dialog, setDialog] = useState<PresetDialog | null>(null);
  return (
    <Zone
      title={t('presets.title')}
      icon={Layers}
      status={<PresetKeys onAdd={() => setDialog({ is: 'add' })} />}
    >
      {presets.length === 0 ? (
        <p className="tile-hint">{t('presets.empty')}</p>
      ) : (
        <SideStrip className="preset-list" label={t('presets.title')}>
          {presets.map((preset, index) => (
            <PresetItem
              key={preset.id}
              preset={preset}
              isActive={preset.id === activeId}
              actions={listActions(app, { preset, index, count: presets.length, setDialog, t })}
            />
          ))}
        </SideStrip>
      )}
      {dialog === null && !isPending ? null : (
        <Suspense>
          <PresetDialogs dialog={dialog} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </Zone>
  );
}

function PresetKeys({ onAdd }: { readonly onAdd: () => void }) {
  const app = useApp();
  const { t } = useText();
  return (
    <span className="zone-keys">
      <Button
        className="ui-button"
        data-tone="quiet"
        data-shape="icon"
        aria-label={t('presets.add')}
        onPress={onAdd}
      >
        <Icon of={Plus} />
      </Button>
      <Menu
        label={t('presets.menu')}
        actions={[
          {
            id: 'import',
            label: t('presets.import'),
            icon: FileUp,
            run: () => void app.attempt(() => app.presets.getState().read()),
          },
        ]}
      />
    </span>
  );
}

/** Follows everything that a setup is made of. */
function useActivePresetId(): string | null {
  const app = useApp();
  useSettings(({ settings }) => settings.live);
  useChanger(({ choice }) => choice);
  useDevices(({ chosen }) => chosen);
  usePresets(({ presets }) => presets);
  return findActivePreset(app)?.id ?? null;
}

function PresetItem(props: {
  readonly preset: Preset;
  readonly isActive: boolean;
  readonly actions: readonly MenuAction[];
}) {
  const { preset, isActive, actions } = props;
  const app = useApp();
  const { t } = useText();
  const character = useCharacters(({ characters }) =>
    characters.find(({ id }) => id === preset.setup.characterId),
  );
  return (
    <li className="gallery-item preset" data-chosen={isActive}>
      <button
        type="button"
        className="gallery-choose"
        aria-pressed={isActive}
        aria-label={preset.name}
        title={preset.name}
        data-background={preset.setup.background}
        onClick={() => void app.attempt(() => applyPreset(app, preset))}
      >
        {character === undefined ? (
          <Icon of={UserRound} />
        ) : (
          <img src={character.pictureUrl ?? character.url} alt="" />
        )}
      </button>
      <span className="preset-name">{preset.name}</span>
      <span className="gallery-remove">
        <Menu label={t('presets.menu_of', { name: preset.name })} actions={actions} />
      </span>
    </li>
  );
}

function listActions(
  app: App,
  {
    preset,
    index,
    count,
    setDialog,
    t,
  }: {
    readonly preset: Preset;
    readonly index: number;
    readonly count: number;
    readonly setDialog: (dialog: PresetDialog) => void;
    readonly t: ReturnType<App['text']>['t'];
  },
): readonly MenuAction[] {
  const { attempt, presets } = app;
  const { change, move, remove, write } = presets.getState();
  const { id, name, setup } = preset;
  const character = app.characters
    .getState()
    .characters.find((one) => one.id === setup.characterId);
  const moveTo = (to: number) => () => void attempt(() => move(id, to));
  const actions: readonly (MenuAction | null)[] = [
    {
      id: 'update',
      label: t('presets.update'),
      icon: Save,
      run: () => void attempt(() => change(id, { setup: readPresetSetup(app) })),
    },
    {
      id: 'rename',
      label: t('presets.rename'),
      icon: Pencil,
      run: () => setDialog({ is: 'rename', preset }),
    },
    index === 0
      ? null
      : { id: 'left', label: t('presets.left'), icon: ArrowLeft, run: moveTo(index - 1) },
    index === count - 1
      ? null
      : { id: 'right', label: t('presets.right'), icon: ArrowRight, run: moveTo(index + 1) },
    {
      id: 'export',
      label: t('presets.export'),
      icon: FileDown,
      run:
        character?.isBuiltIn === false
          ? () => setDialog({ is: 'export', preset })
          : () =>
              void attempt(async () => {
                await write(id, false);
              }),
    },
    {
      id: 'remove',
      label: t('presets.remove', { name }),
      icon: Trash2,
      tone: 'danger',
      run: () => void attempt(() => remove(id)),
    },
  ];
  return actions.filter((action) => action !== null);
}
