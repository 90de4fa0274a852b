import { ExternalLink, FolderOpen, ImagePlus, Trash2 } from 'lucide-react';
import type { LibraryItem } from '../../contract/ipc/library.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useText } from '../i18n/use-text.ts';
import { formatDuration, formatSize } from '../jobs/job-words.ts';
import { SoundBox } from '../jobs/playback/sound-box.tsx';
import './library.css';
import { describeItem, toItemName } from './library-words.ts';
import { useLibraryActions } from './use-library-actions.ts';

/** Bars of a waveform. */
const bars = 80;

/** A recording, snapshot, conversion or session by itself: played, used again, opened elsewhere. */
export function LibraryDialog(props: {
  readonly item: LibraryItem | null;
  readonly onClose: () => void;
}) {
  const { item, onClose } = props;
  const text = useText();
  const { t } = text;
  const actions = useLibraryActions();
  if (item === null) {
    return null;
  }
  const hasFile = item.file !== null && !item.isGone;
  const thenClose = (action: () => void) => (): void => {
    onClose();
    action();
  };
  return (
    <Dialog
      title={toItemName(text, item)}
      closeLabel={t('action.close')}
      width="map"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button icon={Trash2} onPress={thenClose(() => actions.remove(item))}>
            {t('library.delete')}
          </Button>
          {hasFile ? (
            <>
              <Button icon={FolderOpen} onPress={() => actions.reveal(item.id)}>
                {t('library.reveal')}
              </Button>
              <Button icon={ExternalLink} onPress={() => actions.open(item.id)}>
                {t('library.open')}
              </Button>
              <Button tone="primary" icon={ImagePlus} onPress={thenClose(() => actions.use(item))}>
                {t('library.use')}
              </Button>
            </>
          ) : null}
        </>
      }
    >
      <div className="stack">
        {hasFile ? <ItemMedia item={item} /> : null}
        <p className="muted">
          {t('library.facts', {
            kind: describeItem(text, item),
            size:
              item.file === null
                ? formatDuration(text, item.durationMs ?? 0)
                : formatSize(text, item.file.sizeBytes),
            at: text.time(item.atMs),
          })}
        </p>
      </div>
    </Dialog>
  );
}

function ItemMedia({ item }: { readonly item: LibraryItem }) {
  const text = useText();
  const name = toItemName(text, item);
  if (item.file === null) {
    return null;
  }
  switch (item.file.kind) {
    case 'image':
      return <img className="library-media" src={item.file.url} alt={name} />;
    case 'audio':
      return <SoundBox url={item.file.url} label={name} count={bars} />;
    case 'video':
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- a recording of the user, which has none
      return <video className="library-media" src={item.file.url} aria-label={name} controls />;
  }
}
