import { numberText } from '#values/text/format.ts'

const keys = (count: number): string => (count === 1 ? 'its key' : `its ${count} keys`)

/** Backups of policies, their tests, what they bring back, and the removal of keys. */
export const backupWords = {
  states: {
    none: 'No backup',
    made: 'Backup not tested',
    tested: 'Backup tested',
    testedOn: (date: string) => `on ${date}`,
    noKeys: 'No keys here',
    practice: 'Practice: optional',
  },
  hints: {
    none: 'The keys exist only on this computer. A backup protects you if you lose it.',
    made: 'This backup hasn’t been tested.',
    practice: 'Nothing of value depends on keys of the devnet.',
    tested: (made: string, tested: string) =>
      `Made on ${made}. Its keys signed a test message on ${tested}.`,
  },
  reminder: {
    title: 'Not safe yet',
    none: 'The keys of this policy exist only on this computer. If you lose it, nobody can mint or burn under this policy again.',
    made: 'This backup hasn’t been tested. The test opens it and signs with each key. It changes nothing.',
    one: 'Its keys are on this computer, and no backup of them has been tested.',
    many: (count: number) =>
      `${numberText(count)} policies have keys on this computer and no tested backup.`,
    goToOne: 'Open policy',
    show: 'Show only these',
    showAll: 'Show all again',
  },
  make: 'Back up the keys…',
  makeAgain: 'Back up again…',
  test: 'Test the backup…',
  testAnyBackup: 'Test a backup…',
  restoreAny: 'Restore from a backup…',

  making: {
    title: 'Back up the keys of a policy',
    text: 'One file holds the policy’s script and its keys on this computer. It has a passphrase of its own, without which nobody can open it, not even Coldpress.',
    elsewhere: (here: number, all: number) =>
      `${here} of ${all} keys ${here === 1 ? 'is' : 'are'} here. Back up the others where they are.`,
    as: 'Format',
    file: 'A file',
    paper: 'A page to print',
    paperHint:
      'Saves a page with codes and how to restore it. Open it in a browser and print it on one sheet of A4, with a printer that you trust; then delete the file or keep it as a second backup.',
    passphrase: 'Backup passphrase',
    rule: (least: number) =>
      `At least ${least} characters, not the vault’s. Several random words are best.`,
    again: 'Confirm backup passphrase',
    vault: 'Vault passphrase',
    vaultWhy: 'Asked each time, also while the vault is open.',
    tooShort: (least: number) => `The backup’s passphrase needs at least ${least} characters.`,
    differs: 'The backup passphrases don’t match.',
    sameAsVault:
      'Choose a passphrase other than the vault’s. You may need the backup without this computer.',
    submit: 'Choose where to save',
  },
  /** Of the wallet that buyers pay to. */
  wallet: {
    title: 'Back up the wallet for sales',
    text: 'One file holds the recovery phrase of the wallet that buyers pay to. It has a passphrase of its own, without which nobody can open it, not even Coldpress.',
    passed: (made: string) => `The backup works: keys of the wallet have signed. Made on ${made}.`,
    id: 'wallet',
    other:
      'This is the backup of another wallet. The wallet of these sales still has no tested backup.',
    unknown: 'Its wallet is not on this computer, so the test was not recorded.',
  },
  showPassphrase: 'Show the passphrase',
  source: {
    label: 'Backup',
    file: 'A file',
    text: 'Text of its codes',
    pick: 'Choose the backup',
    pickOther: 'Choose another file',
    noFile: 'No file picked',
    missing: 'Choose the backup, or paste the text of its codes.',
    paste: 'Text of the codes',
    pasteHint: 'Scan the codes of the page in order and enter one text per line.',
  },
  passphrase: 'Backup passphrase',
  passphraseHint: 'The passphrase chosen for this backup, not the vault’s.',
  weak: 'The passphrase of this backup is weaker than Coldpress now requires. Make another backup with a better passphrase, and delete this one.',

  testing: {
    title: 'Test a backup',
    saved: (path: string) => `Saved to ${path}.`,
    savedPaper: (path: string) =>
      `The page is in ${path}. Open it in a browser and print it on one sheet of A4.`,
    now: 'Now open it from where you’ll keep it, as if you had lost this computer.',
    nowPaper: 'Test the file now. To test the paper itself, scan its codes and test their text.',
    text: 'Opens the backup in memory and signs a test message with each of its keys. Nothing is changed.',
    submit: 'Test it',
    later: 'Later',
  },
  proved: {
    title: 'Test passed',
    text: (count: number) =>
      `The backup works: ${keys(count)} ${count === 1 ? 'has' : 'have'} signed.`,
    made: (date: string) => `Made on ${date}.`,
    keys: 'Keys of the policy',
    signs: 'Signs',
    notInside: 'Not in this backup',
    canMint: 'This backup alone is enough to use the policy again.',
    cannotMint: 'This backup alone is not enough: the policy also requires keys of other signers.',
    unknown: 'Its policy is not on this computer, so the test was not recorded.',
    other:
      'This is the backup of another policy. The policy you opened still has no tested backup.',
    older:
      'It does not contain all keys of the policy on this computer. Make a new backup and test it.',
  },
  restoring: {
    title: 'Restore from a backup',
    text: 'Adds the keys of a backup to the vault, and its policy or wallet to the list. What is here already stays as it is.',
    reason: 'The keys go into the vault.',
    submit: 'Restore',
  },
  restored: {
    title: 'Restored',
    text: (came: number) =>
      came === 0
        ? 'Every key in the backup was already in the vault.'
        : `${came === 1 ? 'A key is' : `${came} keys are`} back in the vault.`,
    known: 'The policy was already in the list.',
    new: 'The policy was added to the list.',
    networkKept: (made: string, known: string) =>
      `The backup is for ${made}, but this computer has the policy as one for ${known} and keeps it. To change that, import its script again and choose the network.`,
    came: 'Added',
    wasHere: 'Already here',
    open: 'Open the policy',
    wallet: (wasHere: boolean) =>
      wasHere
        ? 'The wallet was in the vault already.'
        : 'The wallet is back in the vault. Sales that are paid to it can be signed here again.',
    firstAddress: 'First address',
  },
  removing: {
    open: 'Remove keys…',
    title: 'Remove the keys of a policy',
    text: (count: number) =>
      `This removes ${count === 1 ? 'the key' : `${count} keys`} from the vault of this computer. The policy stays in the list, but can’t mint from here until you restore the keys.`,
    proved: (date: string) => `A backup with these keys was tested on ${date}.`,
    lost: {
      title: 'No tested backup',
      none: 'There is no backup of these keys.',
      made: 'The backup of these keys hasn’t been tested.',
      insist:
        'Remove them anyway. If they are lost, nobody can mint or burn under this policy again.',
    },
    shared: {
      title: 'Also used elsewhere',
      text: (names: string) => `A key of this policy is also one of ${names}.`,
      insist: 'Remove it anyway. This computer can then no longer sign for those policies either.',
    },
    typeId: (policyId: string) => `Type its policy ID to confirm: ${policyId}`,
    backUpFirst: 'Back up first',
    submit: 'Remove the keys',
    submitOne: 'Remove the key',
    reason: 'The keys are in the vault.',
    done: 'Keys removed from the vault.',
  },
}
