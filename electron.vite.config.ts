import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

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
    build: { minify: true, rolldownOptions: { input: 'src/renderer/index.html' } },
    plugins: [react()],
  },
});
