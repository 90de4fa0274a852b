import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build, type Plugin } from 'vite';
import { requireChromium } from '../../../runtime/chromium/find.ts';
import { guidePlugin } from '../../../scripts/lib/guide.mjs';
import { resolveInProject } from '../../../scripts/lib/paths.mjs';
import type { ChosenFile } from '../../../src/contract/ipc/files.ts';
import { type LocalJob, noStages, type ServiceOffer } from '../../../src/contract/ipc/jobs.ts';
import { callPage } from '../../support/page-bridge.ts';

const host = 'http://toy.localhost';
const replaced = ['src/capabilities/definitions.ts', 'src/contract/api/operations.ts'];

/** Request of `jobs.submit`. */
export interface SubmittedForm {
  readonly feature: LocalJob['feature'];
  readonly inputs: readonly { readonly field: string; readonly fileId: string }[];
  readonly options: LocalJob['options'];
}

/** The page with the toy, and its submitted request. */
export interface ToyPage {
  readonly page: Page;
  readonly submitted: readonly SubmittedForm[];
  readonly close: () => Promise<void>;
}

/** Builds the page of the app with two lists replaced: the capabilities, and the operations they submit with. */
export async function buildToyPage(): Promise<{
  readonly folder: string;
  readonly remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-toy-'));
  const toyFolder = resolveInProject('test', 'e2e', 'toy-form');
  const withToy: Plugin = {
    name: 'with-toy',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer === undefined || importer.startsWith(toyFolder)) {
        return null;
      }
      const found = await this.resolve(source, importer, { skipSelf: true });
      const name = replaced.find((path) => found?.id === resolveInProject(path));
      return name === undefined ? null : join(toyFolder, name.split('/').at(-1) ?? '');
    },
  };
  await build({
    configFile: false,
    logLevel: 'error',
    root: resolveInProject('src', 'renderer'),
    base: './',
    build: { outDir: folder, emptyOutDir: true, minify: false },
    plugins: [withToy, react(), guidePlugin],
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Opens the built page in its own browser. The app behind it is a real one, reached through its own page; only the
 * files, the offer and the submit belong to the test, because the app does not have the toy.
 */
export async function openToyPage(options: {
  readonly folder: string;
  readonly app: Page;
  /** Path of the picture shown for every file. */
  readonly picture: string;
}): Promise<ToyPage> {
  const { folder, app, picture } = options;
  const browser: Browser = await chromium.launch({ executablePath: requireChromium() });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(20_000);
  // Playwright answers choosers only while somebody listens, and a key may come before it has begun to.
  page.on('filechooser', () => undefined);
  const submitted: SubmittedForm[] = [];
  const ask = async (name: string, input: unknown): Promise<unknown> => {
    switch (name) {
      case 'files.check':
        return { isChecked: true };
      case 'jobs.offer': {
        const offer = (await callPage(app, name, input)) as ServiceOffer;
        const toy = { feature: 'reimagine_image', unit: 'per_generation' };
        return { ...offer, capabilities: [{ ...toy, priceUsd: 0, minimumUsd: 0 }] };
      }
      case 'jobs.submit':
        submitted.push(input as SubmittedForm);
        return toJob(input as SubmittedForm);
      case 'view.keep':
      case 'view.restore':
        return name === 'view.keep' ? null : { state: null };
      default:
        return callPage(app, name, input);
    }
  };
  await page.exposeFunction('askApp', async (name: string, input: unknown) => ({
    ok: true,
    value: await ask(name, input),
  }));
  await page.addInitScript(() => {
    const listeners: ((job: unknown) => void)[] = [];
    const call = async (name: string, input: unknown): Promise<unknown> => {
      const askApp = Reflect.get(globalThis, 'askApp') as (
        ...question: readonly unknown[]
      ) => Promise<{ readonly value: unknown }>;
      const reply = await askApp(name, input);
      for (const listener of name === 'jobs.submit' ? listeners : []) {
        listener(reply.value);
      }
      return reply;
    };
    const on = (name: string, listener: (payload: unknown) => void): (() => void) => {
      if (name === 'jobs.changed') {
        listeners.push(listener);
      }
      return () => undefined;
    };
    const addFile = async ({ name, size, type }: File): Promise<unknown> => {
      const kind = type.split('/')[0];
      const value = { id: name, name, kind, sizeBytes: size, url: 'media/file', hasConsent: false };
      return { ok: true, value };
    };
    Reflect.set(globalThis, 'guise', { call, addFile, on });
  });
  await page.route(`${host}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname;
    await route.fulfill({ path: path.startsWith('/media/') ? picture : join(folder, path) });
  });
  await page.goto(`${host}/index.html`);
  return { page, submitted, close: () => browser.close() };
}

function toJob({ feature, inputs, options }: SubmittedForm): LocalJob {
  return {
    id: crypto.randomUUID(),
    profileId: 'this-computer',
    feature,
    state: 'queued',
    createdAtMs: Date.now(),
    startedAtMs: null,
    endedAtMs: null,
    inputs: inputs.map(({ field, fileId }) => ({
      field,
      name: fileId,
      kind: 'image' satisfies ChosenFile['kind'],
      url: 'media/file',
    })),
    options,
    holdUsd: 0,
    costUsd: null,
    transferFraction: null,
    progress: null,
    error: null,
    retryAtMs: null,
    isCanceling: false,
    isQuiet: false,
    remote: null,
    isCleared: false,
    ...noStages,
    result: null,
    report: null,
    notes: [],
    thumbnailUrl: null,
    expectedMs: null,
  };
}
