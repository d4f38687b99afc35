import { adaText } from '#shared/format.ts'
import type { CborItem } from '#core/cardano/cbor-items.ts'
import { addressOfBytes } from './addresses.ts'
import { bytesIn, listOf, setOf, unsignedIn } from '#core/cardano/cbor-access.ts'

/** Governance actions by their number (conway.cddl, `gov_action`). */
const actionNames = [
  'parameter change',
  'hard fork',
  'treasury withdrawals',
  'no confidence',
  'committee update',
  'new constitution',
  'info',
] as const

export type Proposal = { readonly text: string; readonly deposit: bigint }

/** What is proposed, its deposit, and who gets that back (conway.cddl, `proposal_procedure`). */
export const proposalsIn = (item: CborItem | undefined): readonly Proposal[] =>
  setOf(item, 'the proposals').map((proposal) => {
    const [amount, account, action] = listOf(proposal, 'a proposal')
    const deposit = unsignedIn(amount, 'the deposit of a proposal')
    const back = addressOfBytes(bytesIn(account, 'the return address of a proposal'))
    const kind = Number(unsignedIn(listOf(action, 'a governance action')[0], 'its kind'))
    return {
      text: `${actionNames[kind] ?? `action of unknown kind ${kind}`} with a deposit of ${adaText(String(deposit), 'ADA')}, returned to ${back.text}`,
      deposit,
    }
  })
