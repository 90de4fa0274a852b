import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

// The whole path: the builder looks for it from the folder of the project, the dev server from the root.
const pagePath = join(import.meta.dirname, 'src/renderer/index.html');

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
    build: { minify: true, rolldownOptions: { input: pagePath } },
    plugins: [react()],
  },
});
