import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'runtime/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/e2e/**'],
    environment: 'node',
    restoreMocks: true,
  },
});
