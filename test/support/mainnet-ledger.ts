import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Ledger, type LedgerLibrary, validateTransaction } from '#devnet/ledger/validate.ts'

/** Where the library names the network of its emulator: once, and the one of test networks. */
const testNetwork = 'new Byt(0,0,q3().hu,F3(),KVt())'
const mainnet = 'new Byt(0,0,q3().hu,F3(),UVt())'

/**
 * The devnet's ledger, which knows addresses of mainnet alone: a copy of its library, whose emulator
 * has no setting for that, with the network changed.
 */
export const mainnetLedger = (): Ledger => {
  const require = createRequire(import.meta.url)
  const parts = readFileSync(require.resolve('scalus'), 'utf8').split(testNetwork)
  if (parts.length !== 2) throw new Error('scalus has changed: find where it names its network')
  const folder = mkdtempSync(join(tmpdir(), 'coldpress-ledger-'))
  writeFileSync(join(folder, 'scalus.cjs'), parts.join(mainnet))
  const scalus: LedgerLibrary = require(join(folder, 'scalus.cjs'))
  rmSync(folder, { recursive: true })
  return {
    networkId: 1,
    validate: (cbor, unspent, slot) => validateTransaction(cbor, unspent, slot, scalus),
  }
}
