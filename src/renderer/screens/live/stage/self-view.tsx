import { useLive, useView } from '../../../app/app-context.ts';
import type { TextKey } from '../../../i18n/en/catalogue.ts';
import { useText } from '../../../i18n/use-text.ts';
import { StreamVideo, type VideoWatch } from './stream-video.tsx';

/** Camera view for the user alone: large before going live, small beside the output. */
export function SelfView(props: {
  readonly stream: MediaStream;
  readonly size: 'large' | 'small';
  readonly watch?: VideoWatch | undefined;
}) {
  const { stream, size, watch } = props;
  const { t } = useText();
  const isClip = useLive(({ clip }) => clip !== null);
  // A clip is no mirror: its writing stays readable.
  const isMirrored = useView((state) => state.isMirrored) && !isClip;
  return (
    <div className="self-view" data-size={size}>
      <StreamVideo
        stream={stream}
        label={t(size === 'large' ? 'live.stage' : 'output.self')}
        isMirrored={isMirrored}
        watch={watch}
      />
      <span className="self-view-label">{t(toLabelKey(size, isClip, isMirrored))}</span>
    </div>
  );
}

function toLabelKey(size: 'large' | 'small', isClip: boolean, isMirrored: boolean): TextKey {
  if (isClip) {
    return 'output.clip';
  }
  if (size === 'small') {
    return 'output.you';
  }
  return isMirrored ? 'live.mirrored' : 'live.unmirrored';
}
