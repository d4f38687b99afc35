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
  stopped: (message: string) =>
    `This view stopped working. Nothing was lost: try again, or go to another view. (${message})`,
  offline: {
    state: 'Offline',
    hint: 'Coldpress was started offline: no part of it uses the network.',
    title: 'Not reachable offline',
    text: 'Collections live at services, which are reached over the network, the Local studio too. Coldpress was started offline, so it asks none of them. Policies, keys and signing work.',
    how: 'To work with collections, close Coldpress and start it without --offline.',
    accounts: 'Coldpress was started offline, so accounts are shown and none is asked.',
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
      'Signing keys are kept in a vault on this computer, under a passphrase. Nobody can restore it for you: keep it safe.',
    unlockTitle: 'Unlock the vault',
    passphrase: 'Vault passphrase',
    newPassphrase: 'New vault passphrase',
    again: 'The same again',
    differs: 'The two passphrases differ.',
    tooShort: (least: number) => `At least ${least} characters.`,
    show: 'Show the passphrase',
    weak: 'Your vault is open, but its passphrase is weaker than a new one may be. Change it in Settings, Vault.',
  },
  closing: {
    title: 'An import is running',
    text: (running: number) =>
      running === 1
        ? 'If you close Coldpress now, the import stops. Nothing is lost: it goes on when you resume it.'
        : `If you close Coldpress now, ${running} imports stop. Nothing is lost: they go on when you resume them.`,
    close: 'Stop and close',
    stay: 'Stay',
  },
}
