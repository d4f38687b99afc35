/** Recovery phrases and the policy keys that are made of them. */
export const phrases = {
  create: 'New phrase',
  restore: 'Restore a phrase',
  emptyTitle: 'No recovery phrase yet',
  emptyText:
    'A phrase of 24 words, written on paper, makes any number of policy keys and can make them again. It is not needed: a key without a phrase is kept by its backup.',
  fingerprint: 'fingerprint',
  title: (fingerprint: string) => `Phrase ${fingerprint}`,
  origins: {
    created: 'Made here',
    restored: 'Restored here',
  },
  here: 'In the vault',
  gone: 'Not in the vault',
  goneHint:
    'Restore it from its words to make further keys of it. Keys that it made are not affected.',
  newPolicy: 'New policy from the phrase',
  deriveNext: (index: number) => `Make key ${index} alone`,
  deriveHint: 'Puts the key into the vault without a policy, for a script that you write yourself.',
  deriveReason: 'The key is made of the phrase in the vault and stays there.',
  derived: (index: number) => `Key ${index} of the phrase is in the vault.`,
  used: 'Used indexes',
  noneUsed: 'No key was made of it yet.',
  next: (index: number) =>
    `The next policy gets index ${index}. Other computers may have used further ones.`,
  columns: {
    index: 'Index',
    path: 'Path',
    keyHash: 'Key hash',
    policies: 'Policies',
    made: 'Made',
  },
  noPolicy: 'None here',
  openPolicy: (name: string) => `Open ${name}`,

  creating: {
    title: 'New recovery phrase',
    explain:
      'You will see 24 words, this once. Whoever has them has every key that was or will be made of them: write them on paper, by hand, where nobody looks on, and into no other program.',
    scripts:
      'Words bring back keys, not scripts. When a policy locks and who else signs is in its backup alone, so back up each policy as well.',
    reason: 'The phrase is kept in the vault.',
    show: 'Show the 24 words',
    shown: 'Write these words down, with their numbers, in this order.',
    words: 'The 24 words of the phrase',
    hidden:
      'The words were hidden because the window was put away. Nothing was kept: start again, and throw away what was written down.',
    written: 'I have written them down',
    check: 'Take your paper. Which are these words?',
    word: (position: number) => `Word ${position}`,
    again: 'Start with other words',
    keep: 'Keep the phrase',
    done: 'The phrase is in the vault. Keep the paper where fire and thieves do not come.',
  },
  restoring: {
    title: 'Restore a recovery phrase',
    text: 'Puts the phrase into the vault, so that keys can be made of it. Keys come back when they are made again, index by index.',
    words: 'The words',
    hint: '12 to 24 English words in their order, with spaces between.',
    counted: (count: number) => `${count} ${count === 1 ? 'word' : 'words'}`,
    reason: 'The phrase is kept in the vault.',
    submit: 'Restore the phrase',
    done: (fingerprint: string) => `The phrase ${fingerprint} is in the vault.`,
  },
  choice: {
    label: 'Its key',
    fresh: 'A fresh one',
    freshHint: 'Its backup keeps it.',
    ofPhrase: 'The next one of a recovery phrase',
    ofPhraseHint: 'The phrase can make it again; the script is in the backup alone.',
    phrase: 'Phrase',
    option: (fingerprint: string, index: number) => `${fingerprint}, index ${index}`,
  },
}
