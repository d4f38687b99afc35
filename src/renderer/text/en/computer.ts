/** Settings: moving the data folder between computers. */
export const computer = {
  exportTitle: 'Move to another computer',
  exportText:
    'One file carries everything: collections, sales, keys, wallets, accounts and settings. It is encrypted under the passphrase of your vault. Afterwards this computer mints, imports and serves nothing any more, because two computers with one wallet would give the same payment addresses to different buyers.',
  export: 'Export…',
  exportDialog: 'Move to another computer',
  passphrase: 'Vault passphrase',
  show: 'Show the passphrase',
  images: 'Include images',
  imagesHint: 'Without them the file is small. Tokens keep their images where they are pinned.',
  chooseFile: 'Choose a file and export',
  noVault: 'There is no vault yet, so there is nothing to move.',
  exportedTitle: 'The file is ready',
  exportedText: (file: string, size: string) =>
    `${file} (${size}). Carry it to the other computer, install Coldpress there, and import it under Settings → Move, with the same passphrase.`,
  stopHere: 'This computer does not use the data folder any more. It is kept as it is.',
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
    export: 'Exporting',
    import: 'Reading and checking',
  },
  progressText: (done: string, total: string) => `${done} of ${total}`,
  preparing: 'Preparing',
  stop: 'Stop',
} as const
