import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { BrowserWindow } from './browser-window.ts';
import { showInPage, showBox } from './dialog-page-message.ts';
import type { FileDialogOptions } from './dialog-zenity.ts';

const cancelId = 0;
const acceptId = 1;

/** Lets the user type where to save; null when cancelled. An existing file is asked about. */
export async function chooseSavePath(
  window: BrowserWindow,
  options: FileDialogOptions,
): Promise<string | null> {
  let start = resolve(homedir(), options.defaultPath ?? '');
  for (;;) {
    const path = await choosePath(window, {
      message: options.title ?? 'Save as',
      button: options.buttonLabel ?? 'Save',
      start,
      findProblem: findSaveProblem,
    });
    if (path === null || findKind(path) === null) {
      return path;
    }
    const { response } = await showInPage(window, {
      message: `${path} already exists.`,
      detail: 'Replacing it overwrites what is in it.',
      buttons: ['Cancel', 'Replace'],
      defaultId: cancelId,
      cancelId,
    });
    if (response === acceptId) {
      return path;
    }
    start = path;
  }
}

/** Lets the user type a folder that exists; null when cancelled. */
export function chooseFolderPath(
  window: BrowserWindow,
  options: FileDialogOptions,
): Promise<string | null> {
  return choosePath(window, {
    message: options.title ?? 'Choose a folder',
    button: options.buttonLabel ?? 'Choose',
    start: resolve(homedir(), options.defaultPath ?? ''),
    findProblem: (path) => (findKind(path) === 'folder' ? null : `There is no folder ${path}.`),
  });
}

async function choosePath(
  window: BrowserWindow,
  question: {
    readonly message: string;
    readonly button: string;
    readonly start: string;
    readonly findProblem: (path: string) => string | null;
  },
): Promise<string | null> {
  let field = question.start;
  let detail = '';
  for (;;) {
    const answer = await showBox(window, {
      title: '',
      message: question.message,
      detail,
      buttons: ['Cancel', question.button],
      defaultId: acceptId,
      cancelId,
      checkboxLabel: '',
      checkboxChecked: false,
      field,
    });
    if (answer.response !== acceptId) {
      return null;
    }
    field = answer.field.trim().replace(/^~(?=\/|$)/, () => homedir());
    const problem = isAbsolute(field)
      ? question.findProblem(field)
      : `"${field}" is not a full path: it has to begin with "/" or "~".`;
    if (problem === null) {
      return field;
    }
    detail = problem;
  }
}

function findSaveProblem(path: string): string | null {
  if (findKind(path) === 'folder') {
    return `${path} is a folder: add a name, such as ${join(path, 'name')}.`;
  }
  return findKind(dirname(path)) === 'folder' ? null : `There is no folder ${dirname(path)}.`;
}

function findKind(path: string): 'folder' | 'file' | null {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined) {
    return null;
  }
  return facts.isDirectory() ? 'folder' : 'file';
}
