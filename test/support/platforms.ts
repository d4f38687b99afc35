const system = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `test/${name}.system.test.ts`)

/** Start a D-Bus session with gnome-keyring (test/support/keychain-session.ts). */
const needsGnomeKeyring = system(
  'attacks/vault-identity-deleted',
  'cli/demo',
  'keys/vault/keychain',
  'fault-injection/planted-in-keychain',
  'main/processes/keys/remote-keychain',
)

/** Type into a terminal, which `script` of util-linux opens (test/support/terminal.ts). */
const needsScript = system(
  'attacks/money-goes-out-unasked',
  'attacks/royalty-goes-out-unasked',
  'attacks/sale-is-resolved-unasked',
)

/** Start nginx and Caddy of Debian in a network namespace (test/support/network.ts), or ask systemd. */
const needsDebian = system('studio/public/behind-a-proxy', 'studio/public/systemd-unit')

/** Put a home below /proc. */
const needsProc = system('attacks/home-below-proc')

/** Make named pipes with `mkfifo`, read /dev, run scripts of a shell, or judge the mode of files. */
const needsUnix = [
  ...system(
    'attacks/passphrase-file-read-by-others',
    'attacks/served-studio-goes-deaf',
    'attacks/silent-fifo',
    'main/shell/updater/install-update',
    'platform/disk/end-process',
  ),
  ...['cli/files', 'platform/disk/read-bounded'].map((name) => `test/${name}.test.ts`),
]

/**
 * Test files that a platform cannot run. vitest.config.ts leaves them out there. Where only some
 * tests of a file need one platform, the tests say so themselves (`it.runIf`, `it.skipIf`).
 */
export const notOnThisPlatform = (platform: NodeJS.Platform): readonly string[] => [
  ...(platform === 'linux'
    ? []
    : [...needsGnomeKeyring, ...needsScript, ...needsDebian, ...needsProc]),
  ...(platform === 'win32' ? needsUnix : []),
]
