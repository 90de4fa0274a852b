import { useEffect, useRef, useState } from 'react';
import { FileQuestion } from 'lucide-react';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import { Icon } from '../../ui/icon.tsx';
import { drawThumbnail } from '../jobs/draw-thumbnail.ts';

type Input = LocalJob['inputs'][number];

/** Pictures that were drawn, by address; the oldest go. */
const drawn = new Map<string, Promise<string | null>>();
const maxDrawn = 400;
let last: Promise<unknown> = Promise.resolve();

/** Renders the thumbnail of a file, once and one after the other: each opens the whole file. */
function drawSmall(url: string, kind: Input['kind']): Promise<string | null> {
  const known = drawn.get(url);
  if (known !== undefined) {
    return known;
  }
  const next = last.then(async () => {
    const bytes = await drawThumbnail(url, kind).catch(() => null);
    return bytes === null ? null : URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
  });
  last = next;
  drawn.set(url, next);
  const [oldest] = drawn;
  if (drawn.size > maxDrawn && oldest !== undefined) {
    drawn.delete(oldest[0]);
    void oldest[1].then((address) => address !== null && URL.revokeObjectURL(address));
  }
  return next;
}

/** Thumbnail of an input file; rendered when it becomes visible. */
export function InputThumb({ input }: { readonly input: Input }) {
  const frame = useRef<HTMLSpanElement>(null);
  const [imageUrl, setImageUrl] = useState<string | null>(null);
  const { url, kind, name } = input;
  useEffect(() => {
    const element = frame.current;
    if (element === null) {
      return undefined;
    }
    let isGone = false;
    const show = async (): Promise<void> => {
      const address = await drawSmall(url, kind);
      if (!isGone) {
        setImageUrl(address);
      }
    };
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) {
        observer.disconnect();
        void show();
      }
    });
    observer.observe(element);
    return () => {
      isGone = true;
      observer.disconnect();
    };
  }, [url, kind]);
  return (
    <span ref={frame} className="queue-thumb" title={name}>
      {imageUrl === null ? (
        <Icon of={FileQuestion} size="small" />
      ) : (
        <img src={imageUrl} alt="" draggable={false} />
      )}
    </span>
  );
}
