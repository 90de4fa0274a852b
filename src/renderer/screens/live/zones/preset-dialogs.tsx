import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { NameDialog } from '../../../../ui/name-dialog.tsx';
import { maxPresetNameChars, type Preset, presetNameSchema } from '../../../../contract/presets.ts';
import { useApp, usePresets } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { readPresetSetup } from '../../../presets/apply-preset.ts';
import type { PresetDialog } from './preset-dialog.ts';

/** Dialogs about presets: a name, whether to export the image, and the consent for an imported one. */
export function PresetDialogs(props: {
  readonly dialog: PresetDialog | null;
  readonly onClose: () => void;
}) {
  const { dialog, onClose } = props;
  if (dialog === null) {
    return <ImportQuestion />;
  }
  return dialog.is === 'export' ? (
    <ExportQuestion preset={dialog.preset} onClose={onClose} />
  ) : (
    <NameQuestion preset={dialog.is === 'rename' ? dialog.preset : null} onClose={onClose} />
  );
}

function NameQuestion(props: { readonly preset: Preset | null; readonly onClose: () => void }) {
  const { preset, onClose } = props;
  const app = useApp();
  const { t } = useText();
  const count = usePresets(({ presets }) => presets.length);
  const isNew = preset === null;
  return (
    <NameDialog
      title={t(isNew ? 'presets.add_title' : 'presets.rename')}
      hint={isNew ? t('presets.add_text') : undefined}
      label={t('presets.name')}
      field="preset-name"
      usual={preset?.name ?? t('presets.usual_name', { number: count + 1 })}
      isValid={(name) => presetNameSchema.safeParse(name).success}
      rule={t('presets.name_rule', { max: maxPresetNameChars })}
      saveLabel={t('action.save')}
      cancelLabel={t('action.cancel')}
      closeLabel={t('action.close')}
      onClose={onClose}
      onName={(name) => {
        const { add, change } = app.presets.getState();
        void app.attempt(() =>
          isNew ? add(name, readPresetSetup(app)) : change(preset.id, { name }),
        );
      }}
    />
  );
}

function ExportQuestion(props: { readonly preset: Preset; readonly onClose: () => void }) {
  const { preset, onClose } = props;
  const { presets, attempt } = useApp();
  const { t } = useText();
  const write = (hasPicture: boolean): void => {
    onClose();
    void attempt(() => presets.getState().write(preset.id, hasPicture));
  };
  return (
    <Dialog
      title={t('presets.export_title')}
      closeLabel={t('action.close')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={() => write(true)}>{t('presets.export_with')}</Button>
          <Button tone="primary" onPress={() => write(false)}>
            {t('presets.export_without')}
          </Button>
        </>
      }
    >
      {t('presets.export_text')}
    </Dialog>
  );
}

/** An imported file contains a person's image: the user has to confirm their consent. */
function ImportQuestion() {
  const { presets, attempt } = useApp();
  const { t } = useText();
  const pending = usePresets((state) => state.pending);
  if (pending === null || pending.picture === null) {
    return null;
  }
  return (
    <Dialog
      title={t('presets.import_title', { name: pending.name })}
      closeLabel={t('action.close')}
      role="alertdialog"
      isOpen
      onClose={() => presets.getState().dismiss()}
      actions={
        <>
          <Button onPress={() => void attempt(() => presets.getState().addWithout())}>
            {t('presets.import_without')}
          </Button>
          <Button tone="primary" onPress={() => void attempt(() => presets.getState().agree())}>
            {t('consent.agree')}
          </Button>
        </>
      }
    >
      <div className="gallery-pending">
        <img src={pending.picture.url} alt={pending.picture.name} />
        <p>{t('consent.question.face')}</p>
      </div>
    </Dialog>
  );
}
