/** The command palette, and what is opened from outside the window. */
export const palette = {
  title: 'Search everything',
  search: 'Search views, collections, tokens, policies and commands',
  results: 'Results',
  nothing: (query: string) => `No matches for “${query}”`,
  groups: {
    recent: 'Recent folders',
    views: 'Go to',
    here: (name: string) => `In ${name}`,
    commands: 'Commands',
    settings: 'Settings',
    collections: 'Collections',
    tokens: 'Tokens',
    policies: 'Policies',
  },
  more: (number: number) => `${number} more. Type more of the name to narrow the list.`,
  unnamedPolicy: 'Policy without a name',
  diagnosticsCopied: 'Diagnostics copied. They contain no secrets, addresses or paths.',
  open: 'Open',
  chosenFolder: (folder: string) => `${folder} can be imported.`,
  opened: {
    folder: 'A folder was given to Coldpress to import.',
    request: 'A signing request was added to the signing inbox.',
  },
}

/** Context menus. */
export const menu = {
  label: (of: string) => `Actions for ${of}`,
  open: 'Open',
  openCollection: 'Open collection',
  sales: 'Show sales',
  importInto: 'Import tokens…',
  mint: 'Mint…',
  openToken: 'Open token',
  openPolicy: 'Open policy',
  openRequest: 'Review request',
  importAgain: 'Import this folder…',
  openFolder: 'Open folder',
  reveal: 'Reveal in its folder',
  copyName: 'Copy name',
  copyPolicyId: 'Copy policy ID',
  copyAssetName: 'Copy asset name',
  copyCid: 'Copy image CID',
  copyTxId: 'Copy transaction ID',
  copyTxIds: (count: number) => `Copy ${count} transaction IDs`,
  copyId: 'Copy ID',
  copyPaymentLink: 'Copy payment link',
  copyBuyer: 'Copy buyer’s address',
  copySaleId: 'Copy payment link ID',
  copyMessage: 'Copy message',
  copyEntry: 'Copy entry with details',
  openEvent: 'Open event',
  showDetails: 'Show details',
  hideDetails: 'Hide details',
  goOnWithDraft: 'Continue preparing',
  showImport: 'Show import',
  // Ellipses only where a dialog follows.
  removeCollection: 'Delete collection…',
  removePractice: 'Delete practice collection',
  removeToken: 'Delete token…',
  discardDraft: (isEdited: boolean) => (isEdited ? 'Discard draft…' : 'Discard draft'),
  cancelSale: 'Cancel payment link…',
  cancelImport: 'Cancel import…',
  copyPath: 'Copy path',
}

/** Files that are dropped anywhere on the window. */
export const drop = {
  title: 'Drop to import',
  hint: 'A folder or its table starts an import. A signing request goes to the signing inbox.',
}
