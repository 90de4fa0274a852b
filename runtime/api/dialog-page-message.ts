import type { BrowserWindow } from './browser-window.ts';
import type { MessageBoxAnswer, MessageBoxOptions } from './message-box.ts';
import { requireWindowPage } from './window-page.ts';

/** A box inside a window, complete. */
export interface Box {
  readonly title: string;
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  readonly defaultId: number;
  readonly cancelId: number;
  readonly checkboxLabel: string;
  readonly checkboxChecked: boolean;
  /** Text to edit, or null for a box without a field. */
  readonly field: string | null;
}

/** Result of a message box. */
export interface BoxAnswer extends MessageBoxAnswer {
  readonly field: string;
}

/**
 * Runs in the page's isolated world: a modal box in a closed shadow tree, which neither the page's
 * styles nor its scripts reach into.
 */
const askText = String((shown: Box): Promise<BoxAnswer> => {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    dialog { font: 14px/1.5 system-ui, sans-serif; color: CanvasText; background: Canvas;
      color-scheme: light dark; border: 1px solid GrayText; border-radius: 8px; padding: 20px;
      max-width: min(480px, 80vw); }
    dialog::backdrop { background: rgb(0 0 0 / 45%); }
    h2 { font-size: 16px; margin: 0 0 8px; }
    p { margin: 0 0 12px; white-space: pre-wrap; }
    .row { display: flex; gap: 8px; justify-content: flex-end; margin-top: 16px; }
    input[type=text] { font: inherit; box-sizing: border-box; width: 440px; max-width: 100%;
      padding: 4px 8px; }
    button { font: inherit; padding: 4px 16px; }`);
  root.adoptedStyleSheets = [sheet];
  const dialog = document.createElement('dialog');
  const add = (name: string, text: string): HTMLElement => {
    const element = document.createElement(name);
    element.textContent = text;
    dialog.append(element);
    return element;
  };
  if (shown.title !== '') {
    add('h2', shown.title);
  }
  add('p', shown.message);
  if (shown.detail !== '') {
    add('p', shown.detail);
  }
  const field = document.createElement('input');
  field.type = 'text';
  field.value = shown.field ?? '';
  if (shown.field !== null) {
    field.setAttribute('aria-label', shown.message);
    dialog.append(field);
  }
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.checked = shown.checkboxChecked;
  if (shown.checkboxLabel !== '') {
    add('label', ` ${shown.checkboxLabel}`).prepend(box);
  }
  const row = add('div', '');
  row.className = 'row';
  root.append(dialog);
  document.documentElement.append(host);
  return new Promise((resolve) => {
    const close = (response: number): void => {
      host.remove();
      resolve({ response, checkboxChecked: box.checked, field: field.value });
    };
    for (const [index, label] of shown.buttons.entries()) {
      const button = document.createElement('button');
      button.textContent = label;
      button.autofocus = index === shown.defaultId;
      button.addEventListener('click', () => close(index));
      row.append(button);
    }
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      close(shown.cancelId);
    });
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') {
        close(shown.defaultId);
      }
    });
    dialog.showModal();
    if (shown.field !== null) {
      field.focus();
      // Selects the name without its extension, which is the part that most users change.
      const end = field.value.lastIndexOf('.');
      const start = field.value.lastIndexOf('/') + 1;
      field.setSelectionRange(start, end > start ? end : field.value.length);
    }
  });
});

/** Shows a message box inside a window; the answer of a page that goes away is "cancelled". */
export async function showInPage(
  window: BrowserWindow,
  options: MessageBoxOptions,
): Promise<MessageBoxAnswer> {
  const labels = options.buttons ?? [];
  const buttons = labels.length === 0 ? ['OK'] : labels;
  const { response, checkboxChecked } = await showBox(window, {
    title: options.title ?? '',
    message: options.message,
    detail: options.detail ?? '',
    buttons,
    defaultId: options.defaultId ?? 0,
    cancelId: options.cancelId ?? findCancel(buttons),
    checkboxLabel: options.checkboxLabel ?? '',
    checkboxChecked: options.checkboxChecked ?? false,
    field: null,
  });
  return { response, checkboxChecked };
}

/** Shows a box inside a window; resolves with "cancelled" when the page goes away. */
export async function showBox(window: BrowserWindow, box: Box): Promise<BoxAnswer> {
  const { cancelId, checkboxChecked } = box;
  const answer = await requireWindowPage(window)
    .evaluateIsolated(`(${askText})(${JSON.stringify(box)})`)
    .catch(() => null);
  return isAnswer(answer) ? answer : { response: cancelId, checkboxChecked, field: '' };
}

function isAnswer(value: unknown): value is BoxAnswer {
  return typeof value === 'object' && value !== null && 'response' in value && 'field' in value;
}

/** The button Electron takes for Escape: "cancel" or "no", else the first. */
function findCancel(buttons: readonly string[]): number {
  return Math.max(
    0,
    buttons.findIndex((label) => ['cancel', 'no'].includes(label.toLowerCase())),
  );
}
