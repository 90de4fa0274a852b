import { useLive } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { useChangeNote, usePreview, usePreviewNote } from '../../live/use-preview.ts';
import './preview.css';
import { SelfView } from './self-view.tsx';
import { StreamVideo, type VideoWatch } from './stream-video.tsx';

/** What the user sees before going live: their character where there is one to show, else what the camera sees. */
export function PreviewPicture(props: {
  readonly camera: MediaStream;
  readonly watch: VideoWatch | undefined;
}) {
  const { camera, watch } = props;
  const { t } = useText();
  const preview = usePreview();
  const note = usePreviewNote();
  const changing = useChangeNote();
  return (
    <>
      {preview === null ? (
        <SelfView stream={camera} size="large" watch={watch} />
      ) : (
        <>
          <StreamVideo id="preview" stream={preview} label={t('preview.label')} />
          <SelfView stream={camera} size="small" />
        </>
      )}
      <Note text={note ?? changing} />
    </>
  );
}

/** A line at the foot of the stage, for the user alone. */
function Note({ text }: { readonly text: string | null }) {
  return text === null ? null : (
    <p className="preview-note" role="status">
      {text}
    </p>
  );
}

/** Stays above the output until its first picture is there, so that nothing flickers when the user goes live. */
export function PreviewAbove() {
  const { t } = useText();
  const isGoingLive = useLive(({ liveSinceMs, isCovered }) => liveSinceMs === null && !isCovered);
  const preview = usePreview();
  const changing = useChangeNote();
  return (
    <>
      {preview === null || !isGoingLive ? null : (
        <StreamVideo stream={preview} label={t('preview.label')} />
      )}
      <Note text={changing} />
    </>
  );
}
