import { AudioLines, Ban, UserRound, Video } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Icon, type IconSymbol } from '../../../ui/icon.tsx';
import { useText } from '../../i18n/use-text.ts';
import { type DropUse, sortDrop } from './drop-files.ts';

/** Uses of the dragged files; empty when none is usable. */
export type FileDrag = readonly DropUse[];

const symbols: Readonly<Record<DropUse, IconSymbol>> = {
  character: UserRound,
  clip: Video,
  voice: AudioLines,
};

/** Announces over the whole stage the use of the dragged files. */
export function DropOverlay({ drag }: { readonly drag: FileDrag }) {
  const { t } = useText();
  return (
    <div className="stage-drop" data-usable={drag.length > 0}>
      {drag.length === 0 ? (
        <p className="stage-drop-line">
          <Icon of={Ban} size="large" />
          {t('stage.drop.nothing')}
        </p>
      ) : null}
      {drag.map((use) => (
        <p key={use} className="stage-drop-line">
          <Icon of={symbols[use]} size="large" />
          {t(`stage.drop.${use}`)}
        </p>
      ))}
    </div>
  );
}

/** Follows files that are dragged over a part of the page, and receives them where nothing in it did. */
export function useFileDrag(onFiles: (files: readonly File[]) => void) {
  const [drag, setDrag] = useState<FileDrag | null>(null);
  const depth = useRef(0); // Every element that the pointer enters or leaves sends these events.
  const end = (): void => {
    depth.current = 0;
    setDrag(null);
  };
  return {
    drag,
    onDragEnter: ({ dataTransfer }: DragEvent) => {
      const files = [...dataTransfer.items].filter(({ kind }) => kind === 'file');
      if (files.length > 0) {
        depth.current += 1;
        const { used } = sortDrop(files);
        setDrag((['character', 'clip', 'voice'] as const).filter((use) => used[use] !== undefined));
      }
    },
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDragLeave: () => {
      depth.current -= 1;
      if (depth.current <= 0) {
        end();
      }
    },
    onDrop: (event: DragEvent) => {
      end();
      if (!event.isDefaultPrevented()) {
        event.preventDefault();
        const files = [...event.dataTransfer.files];
        if (files.length > 0) {
          onFiles(files);
        }
      }
    },
  };
}
