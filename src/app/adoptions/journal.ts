import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { type AdoptionReport, adoptionReport } from '#contract/adoptions/calls.ts'
import { AnyCid } from '#media/content/cid.ts'
import { columns, type Database, type Schema } from '#platform/db/database.ts'
import type { Network } from '#cardano/network.ts'
import { Unit } from '#cardano/value.ts'
import type { PinTargetIdentity } from '#media/pinning/pinner.ts'
import type { ContentAddress } from '#media/content/content-address.ts'
import type { TokenAddresses } from './token-addresses.ts'

/**
 * What is known of the tokens of policies and of the content that they name. A row says what is about
 * to happen before it happens: `fetching`, and `asked_at` of a pin.
 */
export const adoptionSchema: Schema = {
  name: 'adoption',
  steps: [
    `CREATE TABLE adopted_tokens (
      network TEXT NOT NULL,
      policy_id TEXT NOT NULL,
      unit TEXT NOT NULL,
      addresses TEXT NOT NULL,
      elsewhere INTEGER NOT NULL,
      read_at TEXT NOT NULL,
      PRIMARY KEY (network, policy_id, unit)
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE adopted_content (
      cid TEXT PRIMARY KEY,
      state TEXT NOT NULL,
      changed_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE adopted_paths (
      cid TEXT NOT NULL,
      path TEXT NOT NULL,
      -- null: the folder has no such entry
      target TEXT,
      PRIMARY KEY (cid, path)
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE adopted_pins (
      cid TEXT NOT NULL,
      kind TEXT NOT NULL,
      url TEXT NOT NULL,
      peer TEXT NOT NULL,
      asked_at TEXT NOT NULL,
      pinned_at TEXT,
      PRIMARY KEY (cid, kind, url, peer)
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE adopted_policies (
      network TEXT NOT NULL,
      policy_id TEXT NOT NULL,
      report TEXT NOT NULL,
      PRIMARY KEY (network, policy_id)
    ) STRICT, WITHOUT ROWID`,
  ],
}

/** `file`: in the content store as a whole file. `archive`: as the archive of its blocks. */
const contentState = z.enum(['fetching', 'missing', 'file', 'archive'])
export type ContentState = z.output<typeof contentState>

const address = z.object({ cid: shortText.transform(AnyCid), path: shortText })
const tokenRow = z.object({
  unit: shortText.transform(Unit),
  addresses: columns.json(z.array(address).max(2_000)),
  elsewhere: z.int().nonnegative(),
})
export type AdoptedTokenRow = z.output<typeof tokenRow>

const contentRow = z.object({ state: contentState })

const pinRow = z.object({ pinned_at: shortText.nullable() })

const reportRow = z.object({ report: columns.json(adoptionReport) })

const pathRow = z.object({ path: shortText, target: shortText.nullable() })
export type PathRow = z.output<typeof pathRow>

export type AdoptionJournal = {
  readonly tokens: (policy: PolicyRef) => readonly AdoptedTokenRow[]
  readonly noteToken: (policy: PolicyRef, unit: Unit, found: TokenAddresses) => void
  /** Has the metadata of all tokens read again. */
  readonly forgetTokens: (policy: PolicyRef) => void
  readonly contentState: (cid: AnyCid) => ContentState | undefined
  readonly noteContent: (content: { readonly cid: AnyCid; readonly state: ContentState }) => void
  readonly paths: (cid: AnyCid) => readonly PathRow[]
  readonly notePath: (found: ContentAddress, target: AnyCid | undefined) => void
  /** Whether the target once said that it has it. */
  readonly wasPinned: (cid: AnyCid, target: PinTargetIdentity) => boolean
  readonly notePinning: (cid: AnyCid, target: PinTargetIdentity) => void
  /** The last run of each policy, the newest first. */
  readonly reports: () => readonly AdoptionReport[]
  readonly noteReport: (report: AdoptionReport) => void
  readonly notePinned: (cid: AnyCid, target: PinTargetIdentity) => void
}

export type PolicyRef = { readonly network: Network; readonly policyId: string }

export const createAdoptionJournal = (db: Database): AdoptionJournal => {
  const now = (): string => new Date().toISOString()
  const notePin = (
    cid: AnyCid,
    { kind, url, peer }: PinTargetIdentity,
    times: { readonly asked_at: string; readonly pinned_at?: string },
  ): void => {
    const row = { cid, kind, url, peer, pinned_at: null, ...times }
    db.upsert('adopted_pins', row, 'cid', 'kind', 'url', 'peer')
  }
  return {
    tokens: ({ network, policyId }) =>
      db.all(
        tokenRow,
        `SELECT unit, addresses, elsewhere FROM adopted_tokens
         WHERE network = :network AND policy_id = :policyId ORDER BY unit`,
        { network, policyId },
      ),
    // the chain can be asked again, so a sync would cost more than it saves
    noteToken: ({ network, policyId }, unit, { addresses, elsewhere }) =>
      db.transactUnsynced(() => {
        const key = { network, policy_id: policyId, unit }
        const row = { ...key, addresses, elsewhere: elsewhere.length, read_at: now() }
        db.upsert('adopted_tokens', row, 'network', 'policy_id', 'unit')
      }),
    forgetTokens: ({ network, policyId }) =>
      void db.run('DELETE FROM adopted_tokens WHERE network = :network AND policy_id = :policyId', {
        network,
        policyId,
      }),
    contentState: (cid) =>
      db.get(contentRow, 'SELECT state FROM adopted_content WHERE cid = :cid', { cid })?.state,
    noteContent: (row) => db.upsert('adopted_content', { ...row, changed_at: now() }, 'cid'),
    paths: (cid) =>
      db.all(pathRow, 'SELECT path, target FROM adopted_paths WHERE cid = :cid', { cid }),
    notePath: ({ cid, path }, target) =>
      db.transactUnsynced(() =>
        db.upsert('adopted_paths', { cid, path, target: target ?? null }, 'cid', 'path'),
      ),
    reports: () =>
      db
        .all(reportRow, 'SELECT report FROM adopted_policies')
        .map(({ report }) => report)
        .toSorted((a, b) => b.at.localeCompare(a.at)),
    noteReport: (report) => {
      const { network, policyId: policy_id } = report
      const row = { network, policy_id, report: JSON.stringify(report) }
      db.upsert('adopted_policies', row, 'network', 'policy_id')
    },
    wasPinned: (cid, { kind, url, peer }) => {
      const row = db.get(
        pinRow,
        `SELECT pinned_at FROM adopted_pins
         WHERE cid = :cid AND kind = :kind AND url = :url AND peer = :peer`,
        { cid, kind, url, peer },
      )
      return row !== undefined && row.pinned_at !== null
    },
    notePinning: (cid, target) => notePin(cid, target, { asked_at: now() }),
    notePinned: (cid, target) => notePin(cid, target, { asked_at: now(), pinned_at: now() }),
  }
}
