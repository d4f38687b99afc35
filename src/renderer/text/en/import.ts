import { countText, numberText } from '#values/text/format.ts'
import { draft } from './import-draft.ts'
import { run } from './import-run.ts'

/** The view "import". */
export const importing = {
  title: 'Import',
  vault: {
    list: 'The vault has the account’s API key. Unlock it to see the collections.',
    plan: 'The vault has the account’s API key. Unlock it to prepare the import.',
    placeWorks: 'The vault seals the metadata of a collection. Unlock it to add the works.',
    start: 'The vault has the account’s API key. Unlock it to start the import.',
    resume: 'The import needs the vault. Unlock it to continue.',
    policy: 'Unlock the vault to import the policy’s keys.',
  },
  newImport: {
    locked: (name: string) => `${name} (policy locked)`,
    recent: 'Recent folders',
    forget: (folder: string) => `Forget ${folder}`,
    lead: 'A folder of images becomes the tokens of a collection.',
    into: 'Into collection',
    account: 'Account',
    collection: 'Collection',
    collectionPlaceholder: 'Choose a collection',
    noCollections: 'This account has no collection yet.',
    proposes:
      'There is no collection yet: Coldpress proposes one from the folder, and imports it once you have created it.',
    create: 'Create a collection',
    from: 'Folder with images',
    drop: 'Drop a folder here',
    dropHere: 'Drop to use this folder',
    dropHint:
      'Images alone are enough: each becomes a token, named after its file. A table, or the files of another program (OpenSea, NMKR, HashLips, …), are read too.',
    pick: 'Choose a folder',
    path: 'Path of the folder',
    pathPlaceholder: '/home/me/my-collection',
    open: 'Read the folder',
    reading: 'Reading the folder and its table',
    readingSteps: {
      files: (done: number) => `${countText(done, 'file')} found`,
      hashes: (done: number, total: string) => `${numberText(done)} of ${total} files compared`,
      tokens: (done: number, total: string) =>
        `${numberText(done)} of ${total} of the collection’s tokens listed`,
    },
    readingLeft: (time: string) => `${time} left`,
    stopReading: 'Stop reading',
    read: 'The folder was read.',
    readsWithCollection:
      'Choose the collection, or create one from this folder. Coldpress then reads it.',
    needsCollection: 'Choose a collection first.',
    needsFolder: 'Choose a folder first.',
    noPath:
      'Coldpress can’t read the path of the dropped folder here. Choose the folder with the button, or type its path.',
    oneFolder: 'Drop one folder, or one table.',
    notTable:
      'This is neither a folder nor a table (.csv, .tsv, .xlsx, .ods). Drop the folder that holds it.',
    severalTables: 'The folder has several tables. Which one lists the tokens?',
    noTable:
      'The folder has neither images nor a table (.csv, .tsv, .xlsx or .ods). Choose the table of tokens.',
    pickTable: 'Choose a table',
    table: 'Table',
    useTable: 'Use this table',
    severalSheets: 'The workbook has several sheets. Which one lists the tokens?',
    useSheet: 'Use this sheet',
    severalEncodings: 'In which encoding was the table saved?',
    useEncoding: 'Use this encoding',
    namesAlone: 'Use the names of the images alone',
    readAs: (format: string) => `Read as ${format}`,
    tableChosen: (name: string) => `Table: ${name}`,
    otherTable: 'Choose another table',
    draft: (collection: string) => `You are preparing an import into ${collection}.`,
    draftEdited: (collection: string) =>
      `You are preparing an import into ${collection}. Reading another folder discards its edits.`,
    draftGo: 'Continue',
  },
  earlier: {
    title: 'Earlier imports',
    none: 'Your imports will appear here.',
    stopped: (done: number, total: number) =>
      `An import is paused at ${numberText(done)} of ${numberText(total)}.`,
    resume: 'Resume',
    show: 'Show',
    cancel: 'Cancel',
    showOf: (folder: string) => `Show the import of ${folder}`,
    resumeOf: (folder: string) => `Resume the import of ${folder}`,
    cancelOf: (folder: string) => `Cancel the import of ${folder}`,
    tokens: (done: number, total: number) =>
      `${numberText(done)} of ${countText(total, 'token', 'tokens')}`,
    skipped: (rows: number) => `${countText(rows, 'row', 'rows')} skipped`,
    failed: (failed: number) => `${numberText(failed)} failed`,
  },
  states: {
    planned: 'Not started',
    running: 'Running',
    elsewhere: 'Running in another program',
    paused: 'Paused',
    done: 'Done',
    incomplete: 'Some skipped',
    cancelled: 'Cancelled',
    failed: 'Some failed',
  },
  cancel: {
    title: 'Cancel this import?',
    message: (folder: string, added: number) =>
      `The import of ${folder} ends and can’t be resumed. ${
        added === 0
          ? 'No token is in the collection yet.'
          : `${countText(added, 'token')} already in the collection ${added === 1 ? 'stays' : 'stay'} there.`
      }`,
    action: 'Cancel import',
    keep: 'Keep importing',
  },
  acceptImages: {
    title: 'Resume with images on this computer only?',
    action: 'Resume import',
  },
  started: 'The import has started.',
  resumed: 'The import continues.',
  reopened: 'The fixes of the earlier import are kept. Starting continues that import.',
  ended: {
    done: (total: number) => `Imported ${countText(total, 'token')}.`,
    failed: (failed: number) => `The import ended. ${countText(failed, 'token')} failed.`,
    paused: 'The import is paused. You can resume it.',
  },
  line: {
    label: 'Running import',
    text: (done: string, total: string) => `Importing ${done} of ${total}`,
    more: (others: number) => `and ${numberText(others)} more`,
    hint: 'Show the import',
  },
  draft,
  run,
}
