import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { guidePlugin } from './scripts/lib/guide.mjs';
import { languages } from './src/contract/languages.ts';

// The whole path: the builder looks for it from the folder of the project, the dev server from the root.
const pagePath = join(import.meta.dirname, 'src/renderer/index.html');

const foreignWords = new RegExp(
  String.raw`react-(aria|stately)[^?]*/intl/[^?]*/(?!(?:${languages.join('|')})-)[a-z]{2}-[A-Z]{2}\.m?js$`,
);

/** Words of the accessibility library in languages that the interface does not have: 50 kB at every start. */
const withoutForeignWords = {
  name: 'without-foreign-words',
  load: (id: string): string | null => (foreignWords.test(id) ? 'export default {};' : null),
};

// Main and preload are bundled whole: the package then needs no node_modules.
// A sandboxed preload has to be CommonJS.
export default defineConfig({
  main: {
    build: {
      externalizeDeps: false,
      rolldownOptions: { input: { index: 'src/main/index.ts' } },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    build: {
      minify: true,
      rolldownOptions: {
        input: pagePath,
        // One chunk for the first screen and another for the rest: each chunk costs a request.
        output: {
          codeSplitting: {
            groups: [
              { name: 'start', tags: ['$initial'] },
              { name: 'live-side', test: /live-side\.tsx$/ },
            ],
          },
        },
      },
    },
    plugins: [react(), withoutForeignWords, guidePlugin],
  },
});
