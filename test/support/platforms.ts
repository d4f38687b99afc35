const files = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `test/${name}.test.ts`)

/** Start a D-Bus session with gnome-keyring (test/support/keychain-session.ts). */
const needsGnomeKeyring = files(
  'attacks/vault-identity-deleted.long',
  'cli/demo.system',
  'keys/vault/keychain.system',
  'fault-injection/planted-in-keychain.long',
  'main/processes/keys/remote-keychain.long',
)

/** Type into a terminal, which `script` of util-linux opens (test/support/terminal.ts). */
const needsScript = files(
  'attacks/money-goes-out-unasked.long',
  'attacks/royalty-goes-out-unasked.long',
  'attacks/sale-is-resolved-unasked.long',
)

/** Start nginx and Caddy of Debian in a network namespace (test/support/network.ts), or ask systemd. */
const needsDebian = files('studio/public/behind-a-proxy.long', 'studio/public/systemd-unit.long')

/** Put a home below /proc. */
const needsProc = files('attacks/home-below-proc.system')

/** Make named pipes with `mkfifo`, read /dev, run scripts of a shell, or judge the mode of files. */
const needsUnix = files(
  'attacks/passphrase-file-read-by-others.long',
  'attacks/served-studio-goes-deaf.long',
  'attacks/silent-fifo.long',
  'main/shell/updater/install-update.long',
  'platform/disk/end-process.system',
  'cli/files',
  'platform/disk/read-bounded',
)

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
