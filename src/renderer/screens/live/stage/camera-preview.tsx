import { useLive } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { usePreview } from '../../../live/session/use-preview.ts';
import { SelfView } from './self-view.tsx';
import { StreamVideo, type VideoWatch } from './stream-video.tsx';

/** View before going live: the character if it can be previewed, else the camera. */
export function CameraPreview(props: {
  readonly camera: MediaStream;
  /** Observes the camera's own video, at any size. */
  readonly watch: VideoWatch;
}) {
  const { camera, watch } = props;
  const { t } = useText();
  const preview = usePreview();
  return preview === null ? (
    <SelfView stream={camera} size="large" watch={watch} />
  ) : (
    <>
      <StreamVideo id="preview" stream={preview} label={t('preview.label')} />
      <SelfView stream={camera} size="small" watch={watch} />
    </>
  );
}

/** Stays above the output until its first frame, so that nothing flickers when the user goes live. */
export function PreviewAbove() {
  const { t } = useText();
  const isGoingLive = useLive(({ liveSinceMs, isCovered }) => liveSinceMs === null && !isCovered);
  const preview = usePreview();
  return preview === null || !isGoingLive ? null : (
    <StreamVideo stream={preview} label={t('preview.label')} />
  );
}
