import { countText } from '#values/text/format.ts'

/** The command palette, and what is opened from outside the window. */
export const paletteWords = {
  title: 'Search everything',
  search: 'Type a name, or what you want to do',
  results: 'Results',
  nothing: (query: string) => `No matches for “${query}”`,
  groups: {
    used: 'Used last',
    recent: 'Recent folders',
    views: 'Go to',
    here: (name: string) => `In ${name}`,
    commands: 'Commands',
    settings: 'Settings',
    collections: 'Collections',
    tokens: 'Tokens',
    verbs: 'Do',
    policies: 'Policies',
  },
  more: (number: number) => `${number} more results`,
  /** Other words for what can be done, which people type. */
  synonyms: {
    importTokens: 'add',
    editTokens: 'change spreadsheet csv bulk rename attributes',
    setPrice: 'price cost list ada',
    payRoyalty: 'royalty',
    mint: 'mint',
    sell: 'sell buyer sale',
    backUp: 'backup',
    testBackup: 'practise restore drill verify',
    savePublicPolicy: 'watch-only verification save',
    exportKeys: 'reveal show secret signing key skey save',
    showLocks: 'deadline date ics',
    removeKeys: 'delete key',
    webhooks: 'callback endpoint address deliveries send events server',
    appearance: 'theme colours mode',
  },
  appearance: (choice: string) => `Appearance: ${choice}`,
  policySynonyms: {
    generate: 'create make',
    import: 'add key script file',
    restore: 'backup recover',
    testAny: 'practise restore drill verify',
    inspect: 'look script',
  },
  importPolicy: 'Import a policy from files…',
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
}

/** Files that are dropped anywhere on the window. */
export const drop = {
  title: 'Drop to add',
  hint: 'A folder or its table becomes a new collection, or is added to one. A signing request goes to the signing inbox.',
  question: {
    title: (name: string) => `What is “${name}” for?`,
    newCollection: 'New collection',
    newHint: 'Starts a collection with these images.',
    begun: 'Fills the form that you began.',
    add: (name: string) => `Add to “${name}”`,
    isShown: 'The collection that you are looking at',
    holds: (tokens: number) => countText(tokens, 'token', 'tokens'),
    more: 'Other services are being asked for their collections.',
  },
}
