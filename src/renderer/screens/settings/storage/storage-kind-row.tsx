import { FolderOpen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  type ClearableKind,
  clearableKinds,
  type ShownKind,
  shownKinds,
  type StorageEntry,
} from '../../../../contract/ipc/storage.ts';
import { Button } from '../../../../ui/button.tsx';
import { Row } from '../../../../ui/card.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useApp } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { formatSize } from '../../../jobs/job-words.ts';

/** Kinds of which something goes that only the user could bring back. */
const confirmed = [
  'results',
  'characters',
  'set_aside',
] as const satisfies readonly ClearableKind[];

/** One kind of stored content: its purpose, its size, and its deletion. */
export function StorageKindRow(props: {
  readonly entry: StorageEntry;
  readonly onClear: (kind: ClearableKind) => Promise<boolean>;
}) {
  const { entry, onClear } = props;
  const { kind, count, sizeBytes } = entry;
  const { bridge, notify, attempt } = useApp();
  const text = useText();
  const { t } = text;
  const [isAsking, setAsking] = useState(false);
  const [isClearing, setClearing] = useState(false);
  const clearable = clearableKinds.find((other) => other === kind);
  const shown = shownKinds.find((other) => other === kind);
  const question = confirmed.find((other) => other === kind);
  const name = t(`storage.${kind}`);
  const clear = async (cleared: ClearableKind): Promise<void> => {
    setAsking(false);
    setClearing(true);
    if (await onClear(cleared)) {
      notify({ tone: 'good', title: t('storage.cleared', { name }) });
    }
    setClearing(false);
  };
  const reveal = async (revealed: ShownKind): Promise<void> => {
    await bridge.call('storage.reveal', { kind: revealed });
  };
  return (
    <Row title={name} hint={t(`storage.${kind}.hint`)}>
      <span className="storage-amount">
        {count === null || sizeBytes === null
          ? t('storage.unknown')
          : t('storage.amount', { count, size: formatSize(text, sizeBytes) })}
      </span>
      {shown === undefined ? null : (
        <Button
          icon={FolderOpen}
          label={`${t('action.open_folder')}: ${name}`}
          onPress={() => void attempt(() => reveal(shown))}
        >
          {t('action.open_folder')}
        </Button>
      )}
      {clearable === undefined ? null : (
        <Button
          icon={Trash2}
          label={`${t(question === undefined ? 'storage.clear' : 'storage.clear_asking')}: ${name}`}
          isDisabled={count === 0 || count === null}
          isPending={isClearing}
          onPress={() => (question === undefined ? void clear(clearable) : setAsking(true))}
        >
          {t(question === undefined ? 'storage.clear' : 'storage.clear_asking')}
        </Button>
      )}
      {question === undefined ? null : (
        <Dialog
          title={t(`storage.ask.${question}.title`)}
          closeLabel={t('action.close')}
          role="alertdialog"
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onPress={() => setAsking(false)}>{t('action.cancel')}</Button>
              <Button tone="danger" onPress={() => void clear(question)}>
                {t('storage.clear_asking')}
              </Button>
            </>
          }
        >
          {t(`storage.ask.${question}.text`)}
        </Dialog>
      )}
    </Row>
  );
}
