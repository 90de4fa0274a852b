import { AudioLines, UserRound } from 'lucide-react';
import { useState } from 'react';
import type { Person } from '../../contract/ipc/persons.ts';
import { Icon } from '../../ui/icon.tsx';
import './persons.css';

/** Face of a person, or a symbol for a voice and for an image that no longer exists. */
export function PersonThumbnail({ person }: { readonly person: Person }) {
  const { kind, url, part } = person;
  const [isGone, setGone] = useState(false);
  const isShown = url !== null && !isGone;
  return (
    <span className="person-picture">
      {isShown && kind === 'image' ? (
        <img src={url} alt="" onError={() => setGone(true)} />
      ) : isShown && kind === 'video' && part === 'face' ? (
        <video
          src={`${url}#t=0.1`}
          preload="metadata"
          muted
          playsInline
          aria-hidden
          onError={() => setGone(true)}
        />
      ) : (
        <Icon of={part === 'voice' ? AudioLines : UserRound} />
      )}
    </span>
  );
}
