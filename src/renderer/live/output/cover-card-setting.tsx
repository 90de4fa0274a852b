import { useEffect, useRef, useState } from 'react';
import { SerialQueue } from '../../../base/serial-queue.ts';
import type { CoverView } from '../../../contract/ipc/cover.ts';
import { Button } from '../../../ui/button.tsx';
import { FileChooser } from '../../../ui/file-chooser.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type App, useApp } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import './cover-card.css';
import { loadBitmap, usualCardUrl } from '../canvas/cover-image.ts';
import { drawOwnCard } from '../canvas/draw-own-card.ts';
import { useLiveChoice } from './use-output-status.ts';

const accepted = 'image/jpeg,image/png,image/webp';

/** Setting of the cover card: its preview, and the user's own image and text. */
export function CoverCardSetting() {
  const app = useApp();
  const { t } = useText();
  const { choice, change } = useLiveChoice();
  const [view, setView] = useState<CoverView>({ cardUrl: null, pictureUrl: null });
  const [words, setWords] = useState(choice.coverText);
  const input = useRef<HTMLInputElement>(null);
  const [queue] = useState(() => new SerialQueue());
  const { bridge, attempt } = app;
  useEffect(() => {
    void attempt(async () => setView(await bridge.call('cover.read', {})));
  }, [attempt, bridge]);
  // Serialised, because each rendering is based on the stored card.
  const run = (action: () => Promise<void>): void => void queue.run(() => attempt(action));
  const store = (file: File | null): void =>
    run(async () => {
      const image = file === null ? null : await createImageBitmap(file);
      setView(await storeCard(app, image, words));
      change({ coverText: words });
    });
  const reset = (): void =>
    run(async () => {
      setView(await bridge.call('cover.reset', {}));
      await app.live.getState().refreshCard();
      setWords('');
      change({ coverText: '' });
    });
  return (
    <div className="cover-card">
      <span className="ui-label">{t('cover.title')}</span>
      <img className="cover-card-picture" src={view.cardUrl ?? usualCardUrl} alt={t('cover.alt')} />
      <TextField
        label={t('cover.words')}
        name="cover-words"
        placeholder={t('cover.words_example')}
        value={words}
        onChange={(text) => setWords(text.slice(0, 80))}
      />
      <div className="tile-buttons">
        <Button onPress={() => input.current?.click()}>{t('cover.choose')}</Button>
        {words === choice.coverText ? null : (
          <Button onPress={() => store(null)}>{t('cover.apply')}</Button>
        )}
        {view.cardUrl === null ? null : <Button onPress={reset}>{t('cover.reset')}</Button>}
      </div>
      <FileChooser
        ref={input}
        accept={accepted}
        purpose="cover"
        onFiles={([file]) => store(file)}
      />
      <p className="tile-hint">{t('cover.hint')}</p>
    </div>
  );
}

/** Draws and stores the card. Without `image` it uses the stored one, else the app's own. */
async function storeCard(
  { bridge, live }: App,
  image: ImageBitmap | null,
  words: string,
): Promise<CoverView> {
  const { pictureUrl } = await bridge.call('cover.read', {});
  const base = image ?? (pictureUrl === null ? null : await loadBitmap(pictureUrl));
  const stored = await bridge.call('cover.keep', {
    card: await drawOwnCard(base ?? (await loadBitmap(usualCardUrl)), words),
    picture: base === null ? null : await drawOwnCard(base, ''),
  });
  await live.getState().refreshCard();
  return stored;
}
