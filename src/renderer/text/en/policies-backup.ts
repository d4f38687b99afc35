import { numberText } from '#shared/format.ts'

const keys = (count: number): string => (count === 1 ? 'its key' : `its ${count} keys`)

/** Backups of policies, their tests, what they bring back, and the removal of keys. */
export const backup = {
  states: {
    none: 'No backup',
    made: 'Backup not proved yet',
    tested: 'Backup proved',
    testedOn: (date: string) => `on ${date}`,
    noKeys: 'No key here',
  },
  hints: {
    none: 'The keys exist on this computer alone. A backup keeps them if it is lost.',
    made: 'A backup was made. Whether it works is known when it has passed its test.',
    tested: (made: string, tested: string) =>
      `Made on ${made}. Its keys signed a test message on ${tested}.`,
  },
  reminder: {
    title: 'Not safe yet',
    none: 'The keys of this policy exist on this computer alone. If it is lost, nothing can ever be minted or burned under this policy again.',
    made: 'A backup was made, and nobody knows yet whether it works. Its test opens it and lets each key sign, without changing anything.',
    one: 'Its keys are here, and no backup of them has passed its test.',
    many: (count: number) =>
      `${numberText(count)} policies have keys here and no backup that has passed its test.`,
    goToOne: 'Go to it',
    show: 'Show only these',
    showAll: 'Show all again',
  },
  make: 'Back up…',
  makeAgain: 'Back up again…',
  test: 'Test it now',
  testAnyBackup: 'Test a backup…',
  restoreAny: 'Restore from a backup…',

  making: {
    title: 'Back up a policy',
    text: 'A backup is one file with the policy’s script and those of its keys that are here, sealed under a passphrase of its own. It is no copy of the vault, and without its passphrase nobody can open it, not even Coldpress.',
    elsewhere: (here: number, all: number) =>
      `${here} of ${all} keys ${here === 1 ? 'is' : 'are'} here. The others must be backed up where they are.`,
    as: 'Keep it as',
    file: 'A file',
    paper: 'A page to print',
    paperHint:
      'Saves a page with codes and how to restore it. Open it in a browser and print it on one sheet of A4, with a printer that you trust; then delete the file or keep it as a second backup.',
    passphrase: 'Passphrase of the backup',
    rule: (least: number) =>
      `At least ${least} characters, and not the vault’s. Several random words are easy to remember and hard to guess.`,
    again: 'The same again',
    vault: 'Vault passphrase',
    vaultWhy: 'Asked each time, also while the vault is open.',
    tooShort: (least: number) => `The backup’s passphrase needs at least ${least} characters.`,
    differs: 'The two passphrases of the backup differ.',
    sameAsVault: 'Choose another one than the vault’s: the backup is to outlive this computer.',
    submit: 'Choose where to save',
  },
  showPassphrase: 'Show the passphrase',
  source: {
    label: 'Where the backup is',
    file: 'A file',
    text: 'What its codes say',
    pick: 'Pick the backup',
    pickOther: 'Pick another file',
    noFile: 'No file picked',
    paste: 'Text of the codes',
    pasteHint:
      'Scan the codes of the page from the first to the last and put what they say one below the other.',
  },
  passphrase: 'Passphrase of the backup',
  passphraseHint: 'The one that was chosen when it was made, not the vault’s.',
  weak: 'The passphrase of this backup is weaker than that of a new one may be. Make another backup under a better one, and delete this one.',

  testing: {
    title: 'Test a backup',
    saved: (path: string) => `The backup is in ${path}.`,
    savedPaper: (path: string) =>
      `The page is in ${path}. Open it in a browser and print it on one sheet of A4.`,
    now: 'Pick it where you keep it, as you would have to if this computer were lost.',
    nowPaper:
      'Test the file now. The paper itself is proved when its codes were scanned and what they say has passed a test.',
    text: 'Opens the backup in memory and lets each key in it sign a test message. Nothing is changed.',
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
    canMint: 'With this backup alone the policy can be used again.',
    cannotMint:
      'This backup alone is not enough: the policy asks for keys of other signers as well.',
    unknown: 'Its policy is not on this computer, so nothing was noted here.',
    other:
      'This is the backup of another policy. The one that you came from is as unproved as before.',
    older:
      'It does not hold all keys of the policy that are here now. Make a new backup and test that.',
  },
  restoring: {
    title: 'Restore from a backup',
    text: 'Brings the keys of a backup into the vault and its policy into the list. What is there already stays as it is.',
    reason: 'The keys go into the vault.',
    submit: 'Restore',
  },
  restored: {
    title: 'Restored',
    text: (came: number) =>
      came === 0
        ? 'Every key in the backup was in the vault already.'
        : `${came === 1 ? 'A key is' : `${came} keys are`} back in the vault.`,
    known: 'The policy was in the list already.',
    new: 'The policy is new in the list.',
    networkKept: (made: string, known: string) =>
      `The backup was made for ${made}, but the policy stands in the list as one of ${known} and stays so. To change that, import its script again and choose the network.`,
    came: 'Came back',
    wasHere: 'Was here already',
    open: 'Open the policy',
  },
  removing: {
    open: 'Remove keys…',
    title: 'Remove the keys of a policy',
    text: (count: number) =>
      `${count === 1 ? 'The key goes' : `${count} keys go`} out of the vault of this computer. The policy stays in the list; nothing can be minted under it from here until the keys are restored.`,
    proved: (date: string) => `A backup that holds them passed its test on ${date}.`,
    lost: {
      title: 'No proved backup',
      none: 'There is no backup that holds these keys.',
      made: 'A backup of these keys was made, and it has not passed its test.',
      insist:
        'Remove them although they may be lost for good: then nothing can ever be minted or burned under this policy again.',
    },
    shared: {
      title: 'Used elsewhere too',
      text: (names: string) => `A key of this policy is also one of ${names}.`,
      insist: 'Remove it although those policies can then not be signed for from here either.',
    },
    typeId: (policyId: string) => `Type its policy id to confirm: ${policyId}`,
    backUpFirst: 'Back up first',
    submit: 'Remove the keys',
    submitOne: 'Remove the key',
    reason: 'The keys are in the vault.',
    done: 'The keys are removed from the vault.',
  },
}
