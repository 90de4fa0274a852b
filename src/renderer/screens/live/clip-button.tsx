import { useRef } from 'react';
import { AppError } from '../../../base/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { FileChooser } from '../../../ui/file-chooser.tsx';
import { useApp } from '../../app/app-context.ts';
import { addFile } from '../../app/bridge.ts';
import { useText } from '../../i18n/use-text.ts';

/** Chooses a clip that takes the place of the camera: for machines without one, and for trying things out. */
export function ClipButton() {
  const { live, attempt } = useApp();
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File): void => {
    void attempt(async () => {
      const clip = await addFile(file);
      if (clip.kind !== 'video') {
        throw new AppError('unsupported_format', `${clip.name} is no video.`);
      }
      live.getState().setClip(clip);
    });
  };
  return (
    <>
      <Button onPress={() => input.current?.click()}>{t('output.use_clip')}</Button>
      <FileChooser ref={input} accept="video/*" purpose="clip" onFiles={([file]) => choose(file)} />
    </>
  );
}
