import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { notOnThisPlatform } from './test/support/platforms.ts'

const otherPlatforms = notOnThisPlatform(process.platform)

/** Tests that start real programs. */
const programs = (name: string, include: string) => ({
  extends: true as const,
  test: {
    name,
    include: [include],
    exclude: [...otherPlatforms],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})

/** Tests that drive the app in its window, one file after the other where `isAlone`. */
const app = (name: string, include: string, isAlone = false) => ({
  extends: true as const,
  test: {
    name,
    include: [include],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    fileParallelism: !isAlone,
  },
})

/** Tests of the packages, which `npm run test:dist` makes first. */
const dist = {
  extends: true as const,
  test: {
    name: 'dist',
    include: ['test/dist/*.dist.test.ts'],
    globalSetup: join(import.meta.dirname, 'test', 'dist', 'make-packages.ts'),
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
}

/**
 * The suffix of a file says when it runs:
 * - `.test.ts` (`unit`): quick, alone on its machine's files. Its files share a process for each core,
 *   so that the libraries are loaded twice and not for every file.
 * - `.isolated.test.ts`: looks at its whole process (its memory, every schema of its modules) or
 *   replaces a module of it.
 * - `.system.test.ts`: starts real programs (keychain, IPFS node, the command line).
 * - `.long.test.ts`: the longest of them. Whole runs in several homes with real vaults, programs that are
 *   killed many times, gigabytes through the disk, a browser for each test.
 * - `.e2e.test.ts`: drives the app in its window; `.journey.test.ts`: through its longest ways.
 * - `.frames.test.ts`: measures how smoothly the window scrolls. No run judges it.
 * - `.peers.test.ts`: programs of other people, which Coldpress reads from or which speak to its devnet; `.dist.test.ts`: installs the packages.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    globalSetup: join(import.meta.dirname, 'test', 'support', 'temporary-folder.ts'),
    // One less than there are cores is the default: with two, tests that wait would wait alone.
    maxWorkers: 2,
    // As long as Playwright waits: the app is several processes on a machine that may be busy.
    expect: { poll: { timeout: 30_000 } },
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
          // A name with a second dot belongs to another project.
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/**/*.*.test.{ts,tsx}', ...otherPlatforms],
          isolate: false,
          // No test judges speed: this only ends one that hangs. On a busy machine the longest take a minute.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['test/**/*.isolated.test.ts'],
          testTimeout: 240_000,
        },
      },
      programs('system', 'test/**/*.system.test.ts'),
      programs('long', 'test/**/*.long.test.ts'),
      programs('peers', 'test/**/*.peers.test.ts'),
      app('e2e', 'test/**/*.e2e.test.ts'),
      app('journeys', 'test/**/*.journey.test.ts'),
      app('frames', 'test/**/*.frames.test.ts', true),
      dist,
    ],
  },
})
