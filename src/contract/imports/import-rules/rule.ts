/** How grave an issue is: an error stops its row, a warning is worth a look, an info says what was understood. */
export type Severity = 'error' | 'warning' | 'info'

/** What an import checks. */
export type ImportRule = {
  readonly severity: Severity
  /** What the rule is called where issues are grouped by it. */
  readonly title: string
  /** Who asks for it: a standard, the ledger, the minting service, or what a wallet does. */
  readonly source: string
  /** What to do, for issues without a fix of their own. */
  readonly advice: string
}

/** The sources that several rules share. */
export const sources = {
  cip25: 'CIP-25',
  cddl: 'CIP-25, its schema (CDDL)',
  service: 'Minting service interface, "Limits"',
  template: 'Minting service interface, "Token": the collection’s tags',
  ledgerText: 'Cardano ledger: a metadata string holds 64 bytes',
  ledgerName: 'Cardano ledger: an asset name holds 32 bytes',
  ledgerSize: 'Cardano ledger: a transaction holds 16,384 bytes',
  table: 'Coldpress: tables (RFC 4180)',
  columns: 'Coldpress: what the columns fill',
  files: 'Coldpress: files of the folder',
  images: 'Coldpress: images are decoded before anything is sent',
  run: 'Coldpress: the last run of this import',
  collection: 'Coldpress: what the collection holds',
  people: 'Coldpress: people take look-alikes for the same',
  rarity: 'Rarity: each spelling counts as a trait value of its own',
} as const
