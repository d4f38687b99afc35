/** Settings: a copy of the data folder, kept safe or moved to another computer. */
export const computer = {
  backupTitle: 'Back up everything',
  backupText:
    'One file holds everything: collections, sales, keys, wallets, accounts and settings. It is encrypted under the passphrase of your vault. This computer goes on as before. If it is lost, import the file on another one.',
  backUp: 'Back up everything…',
  backedUp: (file: string, size: string) => `Backed up in ${file} (${size}).`,
  exportTitle: 'Move to another computer',
  exportText:
    'One file carries everything: collections, sales, keys, wallets, accounts and settings. It is encrypted under the passphrase of your vault. After that, only the other computer can use it: two computers with one wallet would give the same payment addresses to different buyers.',
  export: 'Move to another computer…',
  dialog: { backup: 'Back up everything', export: 'Move to another computer' },
  passphrase: 'Vault passphrase',
  show: 'Show the passphrase',
  images: 'Include images',
  imagesHint: 'Without them the file is small. Tokens keep their images where they are pinned.',
  chooseFile: { backup: 'Choose a file and back up', export: 'Choose a file and export' },
  noVault: 'There is no vault yet, so there is nothing to copy.',
  exportedTitle: 'The file is ready',
  exportedText: (file: string, size: string) =>
    `${file} (${size}). Carry it to the other computer, install Coldpress there, and import it under Settings → Backup and move, with the same passphrase.`,
  stopHere:
    'This computer no longer uses the data folder, and keeps it as it is. If the move doesn’t work out, choose “Use it here again” when Coldpress next opens, and delete the file.',
  finish: 'Close this data folder',
  importTitle: 'Import from another computer',
  importText:
    'Use the file that the other computer exported. Everything in it is checked before anything here changes. What is here now is kept beside it.',
  import: 'Choose a file…',
  importDialog: 'Import from another computer',
  file: 'File',
  importNow: 'Check and import',
  imported: 'Opening the imported data folder',
  progress: {
    backup: 'Backing up',
    export: 'Exporting',
    import: 'Reading and checking',
  },
  progressText: (done: string, total: string) => `${done} of ${total}`,
  preparing: 'Preparing',
  stop: 'Stop',
} as const
