import { countText, numberText } from '#shared/format.ts'

const counted = (count: number): string => countText(count, 'event')

/** The view "events". */
export const events = {
  title: 'Events',
  lead: {
    sales: 'What minting services told of sales, newest first.',
    log: 'What Coldpress did on this computer, newest first.',
  },
  tabs: { sales: 'Sales', log: 'App log' },
  today: 'Today',
  yesterday: 'Yesterday',
  search: 'Search events',
  newer: (count: number) => `${numberText(count)} newer ${count === 1 ? 'event' : 'events'}`,
  noneTitle: 'No event fits',
  noneText: 'Change the search or the filters.',
  clear: 'Show all events',

  log: {
    label: 'Events',
    kind: 'Kind',
    allKinds: 'All kinds',
    kinds: {
      import: 'Imports',
      policy: 'Policies',
      signing: 'Signing',
      collection: 'Collections',
      account: 'Accounts',
      vault: 'Vault',
      connection: 'Connections',
      app: 'App',
    },
    kindOf: {
      import: 'Import',
      policy: 'Policy',
      signing: 'Signing',
      collection: 'Collection',
      account: 'Account',
      vault: 'Vault',
      connection: 'Connection',
      app: 'App',
    },
    level: 'Level',
    allLevels: 'Everything',
    levelChoices: { warning: 'Warnings and errors', error: 'Errors only' },
    levels: { info: 'Note', warning: 'Warning', error: 'Error' },
    searchHint: 'Text of the event or its details',
    counted: counted,
    exactTime: 'Time',
    emptyTitle: 'Nothing happened yet',
    emptyText:
      'Imports, changes to policies and accounts, and errors of connections are noted here.',
  },

  received: {
    label: 'Events of sales',
    unread: (count: number) => `${numberText(count)} unread`,
    unreadMark: 'Unread',
    markRead: 'Mark all as read',
    searchHint: 'Token, sale, transaction, or any word',
    show: 'Show',
    shown: { events: 'Events', sales: 'Sales' },
    kind: 'Kind',
    allKinds: 'All kinds',
    errors: 'Errors only',
    otherKind: (kind: string) => (kind === '' ? 'No kind told' : kind),
    collection: 'Collection',
    allCollections: 'All collections',
    network: 'Network',
    allNetworks: 'All networks',
    period: 'Time',
    periods: {
      all: 'Any time',
      today: 'Today',
      week: 'Last 7 days',
      month: 'Last 30 days',
      own: 'From … to …',
    },
    from: 'From',
    to: 'To',
    ofSale: (sale: string) => `Sale ${sale}`,
    allSales: 'Show all sales',
    counted: (shown: number, hasMore: boolean, what: 'events' | 'sales') => {
      const count =
        what === 'events'
          ? counted(shown)
          : `${numberText(shown)} ${shown === 1 ? 'sale' : 'sales'}`
      return hasMore ? `The newest ${count}` : count
    },
    total: counted,
    more: (first: string, more: number) => `${first} and ${numberText(more)} more`,
    noTokens: 'No token named',
    act: 'More',
    catchUp: 'Catch up now',
    catchUpOf: (account: string) => `Catch up from ${account}`,
    caughtUp: (account: string, added: number, known: number) =>
      added === 0
        ? `${account} has told nothing new.`
        : `${counted(added)} of ${account} came in${known === 0 ? '' : `, ${numberText(known)} were here already`}.`,
    vaultReason: 'The API key of the account is in the vault.',
    exportCsv: 'Export as CSV',
    exportNdjson: 'Export as NDJSON',
    exported: (count: number, path: string) => `${counted(count)} saved to ${path}`,
    import: 'Import a file',
    importTitle: 'Import events',
    importText:
      'A JSON array of events, or one event a line (NDJSON), such as an export of another computer. What is here already is not taken twice.',
    importAccount: 'Events of',
    importPick: 'Choose the file',
    imported: (added: number, known: number) =>
      `${counted(added)} came in, ${numberText(known)} were here already.`,
    importBad: (bad: number) =>
      `${numberText(bad)} ${bad === 1 ? 'entry is no event and was left out' : 'entries are no events and were left out'}:`,
    importError: (position: number, error: string) =>
      `Line or place ${numberText(position)}: ${error}`,
    inbox: 'Set up the inbox',
    emptyTitle: 'No events yet',
    emptyText:
      'When tokens of yours are sold, each step is told here: minting, completed, and whatever needs you. Sales of the Local studio come by themselves. A hosted service delivers to an inbox, which you set up once.',
    toCollections: 'Put tokens on sale',
    loadingDetail: 'Loading the event',
  },

  detail: {
    title: (what: string) => what,
    timeline: 'This sale, step by step',
    here: 'This event',
    step: (time: string) => `${time} later`,
    reserved: 'Reserved',
    paid: 'Paid',
    paidUnconfirmed: 'Paid, not confirmed yet',
    between: 'Time between',
    next: 'What to do',
    nothingToDo: (state: string) => `Nothing more. The sale is now “${state}”.`,
    resolve: 'Resolve',
    toSale: 'Go to the sale',
    errors: 'What went wrong',
    tokens: 'Tokens',
    moreTokens: (count: number) => `${numberText(count)} more`,
    noName: 'No name',
    open: (network: string) => `Open on ${network}`,
    transactions: 'Transactions',
    transaction: 'transaction id',
    facts: 'Facts',
    time: 'Time',
    received: 'Came here',
    account: 'Account',
    via: 'By',
    ways: {
      webhook: 'a delivery to the inbox',
      file: 'a file',
      list: 'the list of the service',
      studio: 'the Local studio',
    },
    sale: 'Sale',
    saleId: 'sale id',
    collection: 'Collection',
    collectionId: 'collection id',
    network: 'Network',
    event: 'Event',
    eventId: 'event id',
    raw: 'As it came',
    rawShow: 'Show the raw JSON',
    rawHide: 'Hide the raw JSON',
    rawName: 'raw JSON',
    onlyThis: 'Only events of this sale',
    previous: 'Newer event',
    following: 'Older event',
  },

  failed: 'Show the event',
}
