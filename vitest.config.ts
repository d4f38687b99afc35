import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * `unit` is quick and alone on its machine's files; `system` starts real programs (keychain, IPFS
 * node, the CLI); `e2e` drives the app in its window, one file after the other when the rest is done;
 * `frames` measures how smoothly it scrolls, which no run judges.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    // The package itself begins a download where it is imported.
    alias: [
      {
        find: /^electron$/u,
        replacement: join(import.meta.dirname, 'test', 'support', 'no-electron.ts'),
      },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.system.test.ts', 'test/e2e/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/**/*.system.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.test.ts'],
          // Measured, not judged, and a minute long: npm run test:frames.
          exclude: ['test/e2e/frames.e2e.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'frames',
          include: ['test/e2e/frames.e2e.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
