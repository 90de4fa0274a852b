import { AudioLines } from 'lucide-react';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import type { LibraryItem } from '../../contract/ipc/library.ts';
import type { MediaKind } from '../../contract/ipc/files.ts';
import { Icon } from '../../ui/icon.tsx';
import { kindIcons } from '../commands/screen-icons.ts';
import { toIcon } from '../jobs/form/forms.ts';

/** Thumbnails of the result and its inputs: two jobs with one video differ by their faces. */
export function RowThumbs({
  item,
  job,
}: {
  readonly item: LibraryItem;
  readonly job?: LocalJob | undefined;
}) {
  const own = job?.thumbnailUrl ?? item.file?.thumbnailUrl ?? null;
  return (
    <>
      <span className="library-thumb">
        {own === null ? (
          <Icon
            of={item.kind === 'job' ? toIcon(item.feature ?? '') : kindIcons[item.kind]}
            size="small"
          />
        ) : (
          <img src={own} alt="" draggable={false} />
        )}
      </span>
      {item.inputs.map((input, index) => (
        <span
          key={index}
          className="library-thumb"
          data-shape={toShape(input.kind)}
          title={input.name}
        >
          {input.thumbnailUrl !== null ? (
            <img src={input.thumbnailUrl} alt="" draggable={false} />
          ) : input.kind === 'audio' ? (
            <Icon of={AudioLines} size="small" />
          ) : null}
        </span>
      ))}
    </>
  );
}

/**
 * Faces are round, so that the three thumbnails of a swap can be distinguished. So are sounds, which show nothing: there
 * is room for two wide thumbnails and a round one.
 */
function toShape(kind: MediaKind): 'round' | 'small' {
  return kind === 'video' ? 'small' : 'round';
}
