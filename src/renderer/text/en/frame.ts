import { numberText } from '#values/text/format.ts'

/** The window's frame: navigation, vault, notices, closing. */
export const frame = {
  skip: 'Skip to the content',
  navigation: 'Main',
  collections: 'Collections',
  import: 'Import',
  policies: 'Policies',
  signing: 'Signing',
  events: 'Events',
  settings: 'Settings',
  notices: 'Notices',
  moreNotices: (count: number) => `+${numberText(count)} more`,
  stopped: 'This view stopped working. Nothing is lost. Try again, or open another view.',
  offline: {
    state: 'Offline',
    slow: (who: string | undefined) =>
      `${who === undefined ? 'This view is not loaded after' : `${who} hasn’t answered for`} 5 seconds. This page may be out of date.`,
    hint: 'Coldpress was started offline: nothing in it uses the network.',
    title: 'Not available offline',
    text: 'Services store the collections, and Coldpress was started offline, so it contacts none of them, not even the Local studio. You can still use policies, keys and signing.',
    how: 'To work with collections, restart it online: Coldpress asks you in a window of its own first.',
    restart: 'Restart online…',
    accounts: 'Coldpress was started offline. It lists accounts but contacts none of them.',
  },
  vault: {
    new: 'No vault yet',
    locked: 'Vault locked',
    unlocked: 'Vault open',
    create: 'Create the vault',
    unlock: 'Unlock',
    lock: 'Lock',
    lockHint: 'Wipes the keys from memory. Nothing can be signed until you unlock again.',
    createTitle: 'Create your vault',
    createText:
      'A vault on this computer keeps your signing keys. Only its passphrase opens it, and nobody can reset it for you, so keep it safe.',
    unlockTitle: 'Unlock the vault',
    passphrase: 'Vault passphrase',
    newPassphrase: 'New vault passphrase',
    again: 'Confirm passphrase',
    show: 'Show the passphrase',
    weak: 'Your vault is open, but its passphrase is weaker than Coldpress now requires. Change it in Settings → Vault.',
  },
  crashes: {
    title: 'Coldpress stopped unexpectedly',
    text: (count: number) =>
      `${count === 1 ? 'A part of it stopped' : `Parts of it stopped ${count} times`} before this start. The report holds the error, versions and the end of the log. It stays on this computer: nothing was sent. Read it before you pass it on, because the log may name your collections.`,
    report: 'Report',
    openFolder: 'Open folder',
    copy: 'Copy',
    copied: 'Report copied.',
    dismiss: 'Dismiss',
  },
  closing: {
    title: 'An import is running',
    text: (running: number) =>
      running === 1
        ? 'If you close Coldpress now, the import stops. Nothing is lost. You can resume it later.'
        : `If you close Coldpress now, ${running} imports stop. Nothing is lost. You can resume them later.`,
    close: 'Stop and close',
    stay: 'Stay',
  },
}
