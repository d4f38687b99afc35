import type { AnyCid } from '#media/content/cid.ts'
import { nameHexOf, type Unit } from '#cardano/value.ts'
import type { PinLabel } from '#media/pinning/pinner.ts'
import type { AdoptionJournal, PolicyRef } from './journal.ts'

/** The content that tokens name: each CID with the paths behind it, `''` for the CID itself. */
export type NamedContent = {
  readonly paths: ReadonlyMap<AnyCid, ReadonlySet<string>>
  readonly tokensRead: number
  /** Tokens that name a file which is not on IPFS. */
  readonly elsewhere: number
  /** What people find a pin by: the first token that names it. */
  readonly labelOf: (cid: AnyCid) => PinLabel | undefined
}

/** @param units those that exist; burned tokens stay in the journal */
export const findNamedContent = (
  journal: Pick<AdoptionJournal, 'tokens'>,
  policy: PolicyRef,
  units: ReadonlySet<Unit>,
): NamedContent => {
  const paths = new Map<AnyCid, Set<string>>()
  const firstUnit = new Map<AnyCid, Unit>()
  const rows = journal.tokens(policy).filter(({ unit }) => units.has(unit))
  for (const { unit, addresses } of rows)
    for (const { cid, path } of addresses) {
      if (!firstUnit.has(cid)) firstUnit.set(cid, unit)
      paths.set(cid, (paths.get(cid) ?? new Set<string>()).add(path))
    }
  return {
    paths,
    tokensRead: rows.length,
    elsewhere: rows.filter(({ elsewhere }) => elsewhere > 0).length,
    labelOf: (cid) => {
      const unit = firstUnit.get(cid)
      return unit && { collection: policy.policyId, token: assetName(unit) }
    },
  }
}

const assetName = (unit: Unit): string => {
  const text = Buffer.from(nameHexOf(unit), 'hex').toString('utf8')
  return /^[\x20-\x7e]+$/u.test(text) ? text : nameHexOf(unit)
}
