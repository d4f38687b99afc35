import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { notOnThisPlatform } from './test/support/platforms.ts'

/** Minutes each: with them npm test would take longer than a run of it may. */
const journeys = [
  'import',
  'minting',
  'policies',
  'backups',
  'signing',
  'survival',
  'keyboard',
  'keyboard-journey',
  'errors',
  'burning',
  'sale-errors',
  'sale-events',
  'settings',
  'updates',
  'unsandboxed',
  // A minute each. The workflow runs all journeys on every system.
  'events',
  'sales',
  'sales-signed-elsewhere',
  'locked-vault',
  'moving-home',
  'layout',
  'notices',
  'from-folder',
  'formats',
  'foreign-formats',
  'watch-only',
  'every-view',
  'networks',
  'pinning',
  'adopting',
  'collections',
  'crash-report',
  'first-start',
  'tokens',
  'desktop',
  'works',
  'works-from-folder',
  'published-rarity',
].map((name) => `test/e2e/${name}.e2e.test.ts`)
/** A browser, a page that was taken over and a confirmation for each test; a hostile work. */
const attacksInTheWindow = [
  'hostile-work-in-the-window',
  'page-answers-the-confirmation',
  'page-sends-policy-keys',
  'page-sends-to-its-own-address',
  'page-signs-by-itself',
].map((name) => `test/attacks/${name}.e2e.test.ts`)
/** Whole runs of the command line in several homes with real vaults, and tests that kill programs many times. */
const long = [
  ...[
    'air-gap',
    'burn',
    'confirmed-by-its-creator',
    'doctor-keys',
    'doctor-report',
    'events',
    'first-start',
    'formats',
    'gateway',
    'home',
    'import-works',
    'journey',
    'key-wallet',
    'keys-never-online',
    'mainnet',
    'mint',
    'pin',
    'pin-folder',
    'pin-adopt',
    'policy-backup',
    'posters',
    'public-inbox',
    'sale',
    'stale-round',
    'studio-backup',
    'thousand-tokens',
    'sales-signed-elsewhere',
    'server-without-policy-key',
    'service-upload',
    'tx',
    'tx-submit',
    'unfetched-images',
    'update',
    'webhook',
  ].map((name) => `test/cli/${name}.system.test.ts`),
  // What may go out without a question, command by command.
  ...['money-goes-out', 'royalty-goes-out', 'held-mint-released', 'sale-is-resolved'].map(
    (name) => `test/attacks/${name}-unasked.system.test.ts`,
  ),
  // A program of its own for each of many cases.
  ...['passphrase-file-read-by-others', 'silent-fifo', 'weak-passphrase-past-the-window'].map(
    (name) => `test/attacks/${name}.system.test.ts`,
  ),
  // Three times two programs on one home that wait for each other.
  'test/attacks/two-processes-one-home.system.test.ts',
  // A served studio through its whole idle time, and the vault's suites once more over the process link.
  'test/attacks/served-studio-goes-deaf.system.test.ts',
  ...['remote-keychain', 'remote-sealed-files', 'remote-vault'].map(
    (name) => `test/main/processes/keys/${name}.system.test.ts`,
  ),
  // A studio process with its chain for each test.
  ...['remote-studio', 'studio-per-network'].map(
    (name) => `test/main/processes/studio/${name}.system.test.ts`,
  ),
  // A process for each installation.
  'test/main/shell/updater/install-update.system.test.ts',
  // A browser for each test.
  ...['host', 'host-ends'].map((name) => `test/tools/chromium-host/${name}.system.test.ts`),
  // Two gigabytes through the disk.
  'test/app/imports/run/large-work.system.test.ts',
  'test/app/imports/report/large-report.system.test.ts',
  'test/studio/pay/in-a-browser.system.test.ts',
  'test/studio/pay/browser-wallet.system.test.ts',
  // A studio, nginx, Caddy and a browser.
  'test/studio/public/behind-a-proxy.system.test.ts',
  'test/studio/public/systemd-unit.system.test.ts',
  // Files of 300 MB.
  'test/media/pinning/kubo/slow-service.system.test.ts',
  'test/media/content/ipfs-agreement.system.test.ts',
  // A home for each kind of damage.
  'test/attacks/vault-identity-deleted.system.test.ts',
  'test/attacks/images-forgotten.system.test.ts',
  'test/attacks/sound-database-called-damaged.system.test.ts',
  // Whole homes under clocks that are years off.
  'test/attacks/impossible-clock.system.test.ts',
  // Many kills or failures, each followed by a run; 50,000 rows; a full disk.
  ...[
    'faulty-rows',
    'full-disk',
    'hostile-service',
    'import-kill',
    'planted-in-keychain',
    'planted-secrets',
    'sale-kill',
    'silent-drive',
    'two-imports',
  ].map((name) => `test/fault-injection/${name}.system.test.ts`),
  'test/devnet/kill.system.test.ts',
  'test/studio/mints/mint-kill.system.test.ts',
  // Thousands of blocks for each test.
  'test/studio/mints/deep-rollback.system.test.ts',
  // Seconds in which the gateway answers nothing.
  'test/studio/mints/too-fast.system.test.ts',
  'test/studio/sales/sale-kill.system.test.ts',
  'test/studio/rounds/round-kill.system.test.ts',
  'test/studio/deliveries/many-webhooks.system.test.ts',
  'test/cardano/transactions/inspect/inspect-differential.system.test.ts',
]
const frames = 'test/e2e/frames.e2e.test.ts'

/** They look at their whole process (its memory, every schema of its modules) or replace a module of it. */
const isolated = [
  ...['csl', 'transactions/memory'].map((name) => `test/cardano/${name}.test.ts`),
  'test/attacks/unbounded-strings.test.ts',
  'test/platform/db/open-database.test.ts',
  'test/app/new-provider.test.ts',
  'test/preload/preload.test.ts',
]

const otherPlatforms = notOnThisPlatform(process.platform)

/** Tests that start real programs. */
const programs = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: [...exclude, ...otherPlatforms],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})

/** Tests that drive the app in its window, one file after the other. */
const app = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    fileParallelism: false,
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
 * `unit` is quick and alone on its machine's files; its files share a process for each core, so that
 * the libraries are loaded twice and not for every file. What looks at its whole process, or replaces a module, runs
 * `isolated`. `system` starts real programs (keychain, IPFS node, the CLI), `long` its
 * longest, and `peers` other tools whose files Coldpress reads; `e2e` drives the app in its
 * window, `journeys` through its longest ways; `frames` measures how smoothly it scrolls, which no
 * run judges. `dist` installs the packages.
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
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [
            'test/**/*.system.test.ts',
            'test/**/*.e2e.test.ts',
            'test/**/*.dist.test.ts',
            'test/e2e/**',
            'test/peers/**',
            ...isolated,
            ...otherPlatforms,
          ],
          isolate: false,
          // No test judges speed: this only ends one that hangs. On a busy machine the longest take a minute.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      { extends: true, test: { name: 'isolated', include: isolated, testTimeout: 240_000 } },
      programs('system', ['test/**/*.system.test.ts'], long),
      programs('long', long),
      programs('peers', ['test/peers/**/*.peers.test.ts']),
      app('e2e', ['test/**/*.e2e.test.ts'], [...journeys, ...attacksInTheWindow, frames]),
      app('journeys', [...journeys, ...attacksInTheWindow]),
      app('frames', [frames]),
      dist,
    ],
  },
})
