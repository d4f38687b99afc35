/** Settings: a copy of the data folder, kept safe or moved to another computer. */
export const computer = {
  titles: { backup: 'Back up everything', export: 'Move to another computer' },
  texts: {
    backup:
      'One file with everything, encrypted under the passphrase of your vault. If this computer is lost, import it on another one.',
    export:
      'One file with everything, encrypted under the passphrase of your vault. After that, only the other computer can use it: two computers with one wallet would give the same payment addresses to different buyers.',
  },
  actions: { backup: 'Back up everything…', export: 'Move to another computer…' },
  backedUp: (file: string, size: string) => `Backed up in ${file} (${size}).`,
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
    'Choose the file that the other computer wrote. It is checked before anything here changes, and what is here now is kept.',
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
