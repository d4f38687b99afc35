import { isColdpressError } from '#values/errors/errors.ts'
import type { KeptWallet } from '#keys/vault-schemas.ts'
import type { Studio } from '../../options.ts'
import { findWalletById, insertKeptWallet } from '../../store/sale-wallets.ts'
import { noteSkip, skipForgotten } from '../reserve/next-index.ts'
import { walletStatement } from '../statements.ts'

/**
 * Takes up the wallets again whose addresses were given to buyers and that the database does not know: a
 * copy from before their first sale was put back. What was given out is skipped, searched and watched
 * then, and can be refunded. A wallet that this computer has lost is reported, once.
 * @throws ColdpressError of the vault
 */
export const takeUpForgotten = async (studio: Studio): Promise<void> => {
  const { database, givenAddresses, network } = studio
  for (const id of givenAddresses.wallets(network)) {
    if (findWalletById(database, id) !== undefined) continue
    const kept = await keptWallet(studio, id)
    if (kept !== undefined) await takeUp(studio, kept)
  }
}

const keptWallet = async (studio: Studio, id: string): Promise<KeptWallet | undefined> => {
  try {
    const kept = await studio.keys.keptWallet(id)
    if (kept === undefined)
      reportWallet(studio, id, 'the vault of this computer does not have it. Restore its backup')
    return kept
  } catch (error) {
    if (!isColdpressError(error, 'conflict')) throw error
    reportWallet(studio, id, `the vault does not vouch for it: ${error.message} Confirm it`)
    return undefined
  }
}

const takeUp = async (studio: Studio, kept: KeptWallet): Promise<void> => {
  const { database, network, seals } = studio
  const { id, accountKey } = kept
  const sealed = await seals.seal([walletStatement(network, { id, account_key: accountKey })])
  const skip = database.transact(() => {
    // Another process may have taken it up.
    if (!insertKeptWallet(database, kept)) return undefined
    seals.add(sealed)
    return skipForgotten(studio, id)
  })
  if (skip !== undefined) noteSkip(studio, skip)
}

const reported = new WeakMap<Studio, Set<string>>()

const reportWallet = (studio: Studio, id: string, why: string): void => {
  const { givenAddresses, network, notify } = studio
  const ofStudio = reported.get(studio) ?? new Set()
  reported.set(studio, ofStudio)
  const highest = givenAddresses.highest({ network, walletId: id }) ?? -1
  // Nobody has an address of a wallet that was made and never used.
  if (highest < 0 || ofStudio.has(id)) return
  ofStudio.add(id)
  notify({
    level: 'warning',
    message: `The studio on ${network} does not look at the addresses of the wallet ${id}, which were given to buyers (sale-addresses.db says so up to number ${highest}): its database has forgotten the wallet, and ${why}. The studio takes it up again then, and finds what was paid.`,
    details: { network, wallet: id, index: String(highest) },
  })
}
