import { z } from 'zod'
import type { Database } from '#platform/db/database.ts'
import { scriptOfOutput, witnessScripts, type LedgerScript } from '../ledger/ledger-script.ts'
import { readLedgerParts } from '../ledger/read-transaction.ts'

const cborRow = z.object({ cbor: z.instanceof(Uint8Array) })

/** A script that an output on the chain carries, or that allowed a mint or a payment there. */
export const scriptWithHash = (database: Database, hash: string): LedgerScript | undefined => {
  const output = database.get(
    cborRow,
    `SELECT cbor FROM outputs
     WHERE script_hash = :hash AND created_height IS NOT NULL LIMIT 1`,
    { hash },
  )
  if (output !== undefined) return scriptOfOutput(output.cbor)
  const transaction = database.get(
    cborRow,
    `SELECT t.cbor FROM asset_mints m JOIN transactions t ON t.id = m.tx_id
     WHERE m.policy_id = :hash AND t.height IS NOT NULL
     UNION ALL
     SELECT t.cbor FROM addresses a JOIN outputs o ON o.address = a.address
     JOIN transactions t ON t.id = o.spent_by
     WHERE a.payment = :hash AND a.is_script = 1 AND o.spent_height IS NOT NULL
     LIMIT 1`,
    { hash },
  )
  if (transaction === undefined) return undefined
  const { cbor } = transaction
  return witnessScripts(cbor, readLedgerParts(cbor)).find((script) => script.hash === hash)
}
