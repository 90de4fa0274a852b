import { useRef } from 'react';
import { AppError } from '../../../base/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { useApp } from '../../app-context.ts';
import { addFile } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';

/** Chooses a clip that takes the place of the camera: for machines without one, and for trying things out. */
export function ClipButton() {
  const { live, attempt } = useApp();
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File): void => {
    void attempt(async () => {
      const clip = await addFile(file);
      if (clip.kind !== 'video') {
        throw new AppError('unsupported_format', `${clip.name} is no video.`);
      }
      live.getState().takeClip(clip);
    });
  };
  return (
    <>
      <Button onPress={() => input.current?.click()}>{t('air.use_clip')}</Button>
      <input
        ref={input}
        className="spoken"
        type="file"
        accept="video/*"
        data-purpose="clip"
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          const file = target.files?.item(0);
          target.value = '';
          if (file !== null && file !== undefined) {
            take(file);
          }
        }}
      />
    </>
  );
}
