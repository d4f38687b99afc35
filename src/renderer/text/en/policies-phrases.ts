/** Recovery phrases and the policy keys derived from them. */
export const phrases = {
  create: 'New phrase',
  restore: 'Restore a phrase',
  emptyTitle: 'No recovery phrase yet',
  emptyText:
    'A phrase of 24 words on paper can create any number of policy keys, and create them again. It is optional: you can also back up a single key.',
  fingerprint: 'fingerprint',
  title: (fingerprint: string) => `Phrase ${fingerprint}`,
  origins: {
    created: 'Created here',
    restored: 'Restored here',
  },
  here: 'In the vault',
  gone: 'Not in the vault',
  goneHint: 'Restore it from its words to create more keys. Existing keys are not affected.',
  newPolicy: 'New policy from the phrase',
  deriveNext: (index: number) => `Create only key ${index}`,
  deriveHint: 'Adds the key to the vault without a policy, for a script that you write yourself.',
  deriveReason: 'The vault derives the key from the phrase and keeps it.',
  derived: (index: number) => `Key ${index} of the phrase is in the vault.`,
  used: 'Used indexes',
  noneUsed: 'No keys yet.',
  next: (index: number) =>
    `The next policy gets index ${index}. Other computers may have used later indexes.`,
  columns: {
    index: 'Index',
    path: 'Path',
    keyHash: 'Key hash',
    policies: 'Policies',
    made: 'Created',
  },
  noPolicy: 'None here',
  openPolicy: (name: string) => `Open ${name}`,

  creating: {
    title: 'New recovery phrase',
    explain:
      'Coldpress shows 24 words once. Anyone who has them has every key of this phrase. Write them on paper, by hand, unobserved, and enter them into no other program.',
    scripts:
      'The words restore keys, not scripts. Only a policy’s backup says when it locks and who else signs, so back up each policy as well.',
    reason: 'The vault keeps the phrase.',
    show: 'Show the 24 words',
    shown: 'Write these words down, with their numbers, in this order.',
    words: 'The 24 words of the phrase',
    hidden:
      'The words were hidden because you left the window. Nothing was stored. Start again, and discard what you wrote down.',
    written: 'I have written them down',
    check: 'Enter these words from your paper.',
    word: (position: number) => `Word ${position}`,
    again: 'Start with other words',
    keep: 'Keep the phrase',
    done: 'The phrase is in the vault. Keep the paper safe from fire and theft.',
  },
  restoring: {
    title: 'Restore a recovery phrase',
    text: 'Adds the phrase to the vault. Create its keys again index by index to restore them.',
    words: 'The words',
    hint: '12 to 24 English words in order, separated by spaces.',
    counted: (count: number) => `${count} ${count === 1 ? 'word' : 'words'}`,
    reason: 'The vault keeps the phrase.',
    submit: 'Restore the phrase',
    done: (fingerprint: string) => `The phrase ${fingerprint} is in the vault.`,
  },
  choice: {
    label: 'Its key',
    fresh: 'A new key',
    freshHint: 'Protect it with a backup.',
    ofPhrase: 'The next key of a recovery phrase',
    ofPhraseHint: 'The phrase can create it again. Only a backup contains the script.',
    phrase: 'Phrase',
    option: (fingerprint: string, index: number) => `${fingerprint}, index ${index}`,
  },
}
