import type { BrowserWindow } from './browser-window.ts';
import type { FileDialogOptions } from './dialog-zenity.ts';
import { requireWindowPage } from './window-page.ts';

/** Runs in the page's isolated world: shows the browser's own chooser. */
const chooseText = String(
  (isMultiple: boolean, accept: string): Promise<File[]> =>
    new Promise((resolve) => {
      const input = document.createElement('input');
      input.type = 'file';
      input.multiple = isMultiple;
      input.accept = accept;
      input.addEventListener('change', () => resolve([...(input.files ?? [])]));
      input.addEventListener('cancel', () => resolve([]));
      input.click();
    }),
);

/** Lets the user choose files with the browser's chooser; resolves with their full paths. */
export async function chooseInPage(
  window: BrowserWindow,
  options: FileDialogOptions,
): Promise<string[]> {
  const page = requireWindowPage(window);
  const isMultiple = options.properties?.includes('multiSelections') === true;
  const extensions = (options.filters ?? []).flatMap((filter) => filter.extensions);
  const accept = extensions.includes('*')
    ? ''
    : extensions.map((extension) => `.${extension}`).join(',');
  return await page.readChosenFiles(`(${chooseText})(${isMultiple}, ${JSON.stringify(accept)})`);
}
