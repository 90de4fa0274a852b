import type { App } from '../app/app-context.ts';
import { findElement } from './find-element.ts';

/** Opens the chooser of files of the screen Live for a character or a clip, once the screen is there. */
export function openChooser(app: App, purpose: 'character' | 'clip'): void {
  app.view.getState().goTo('live');
  void app.attempt(async () => {
    (await findElement<HTMLInputElement>(`[data-purpose="${purpose}"]`))?.click();
  });
}
