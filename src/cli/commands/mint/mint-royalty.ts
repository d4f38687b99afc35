import { errorTable } from '#values/errors/errors.ts'
import { adaText, countText } from '#values/text/format.ts'
import { royaltyText as termsText } from '#contract/royalty/royalty-text.ts'
import type { RoyaltyView } from '#contract/mints/mint.ts'
import { payRoyalty } from '#app/mints/confirm-royalty.ts'
import { followRoyalty } from '#app/mints/follow-royalty.ts'
import { servedLink } from '../studio/served-link.ts'
import type { MintSession } from './mint-session.ts'
import type { CommandAnswer } from '#cli/program.ts'
import { finalText } from '#cli/terminal/final-text.ts'
import { hint } from '#cli/terminal/hint.ts'
import { createSignatureWait, type WaitingContext } from './signature-wait.ts'
import { type Text, detailTable } from '#cli/terminal/table.ts'

/** Pays for the royalty token, unless it is paid already. */
export const payRoyaltyCommand = async (
  mintSession: MintSession,
  royalty: RoyaltyView,
): Promise<void> => {
  const { signal, terminal } = mintSession.session
  const { status, address, amount } = royalty
  if (status === 'unpaid' && address !== null && amount !== null)
    terminal.info(`Paying ${adaText(String(amount), 'ADA')} to ${address} from the test wallet …`)
  await payRoyalty(mintSession, royalty, { signal })
}

type WatchedRoyalty = WaitingContext & {
  readonly client: Pick<MintSession['client'], 'getRoyalty' | 'getMint'>
  readonly session: { readonly signal: AbortSignal }
}

/** Watches a royalty until its token is minted, or nothing goes on without somebody. */
export const watchRoyalty = (
  watched: WatchedRoyalty,
  collectionId: string,
): Promise<RoyaltyView> => {
  const {
    client,
    session: { signal, terminal },
  } = watched
  let said = ''
  return followRoyalty(client, collectionId, {
    signal,
    isPatient: createSignatureWait(watched),
    onPoll: (royalty) => {
      const state = stateText(royalty)
      if (state !== said) terminal.info(`The royalty: ${state}`)
      said = state
    },
  })
}

const states: Readonly<Record<RoyaltyView['status'], string>> = {
  unpaid: 'waiting for the payment',
  awaiting_witnesses: 'paid; the minting transaction waits for signatures',
  minting: 'paid; being minted',
  minted: 'minted; the collection is open',
  failed: 'its mint failed; what was paid is still there',
  impossible: 'impossible',
  not_read: 'not read from the chain yet',
}

const stateText = ({ status, confirmed, confirmations }: RoyaltyView): string =>
  confirmed ? progressText({ status, confirmations }) : 'not confirmed yet'

const progressText = ({
  status,
  confirmations,
}: Pick<RoyaltyView, 'status' | 'confirmations'>): string =>
  `${states[status]}${status === 'minting' && confirmations > 0 ? `, ${countText(confirmations, 'block')} on it` : ''}`

/** @param options.until how far the command was to bring it; undefined where it was only asked for */
export const royaltyAnswer = (
  collectionId: string,
  royalty: RoyaltyView,
  options: { readonly isLocal: boolean; readonly until?: 'paid' | 'minted' | undefined },
): CommandAnswer => ({
  json: { ...royalty, payment_link: servedLink(royalty.payment_link, options) },
  text: [royaltyText(royalty, options), ...nextLines(collectionId, royalty)],
  exit: exitOf(royalty, options.until),
})

const exitOf = ({ status }: RoyaltyView, until: 'paid' | 'minted' | undefined): number => {
  if (until === undefined || status === 'minted') return 0
  // Paid for; the key that mints it is elsewhere.
  if (until === 'paid' && status === 'awaiting_witnesses') return 0
  return status === 'failed' || status === 'impossible'
    ? errorTable.rejected.exit
    : errorTable.incomplete.exit
}

const royaltyText = (royalty: RoyaltyView, studio: { readonly isLocal: boolean }): Text => {
  const { amount, paid, cost, status } = royalty
  const isDue = status === 'unpaid' && amount !== null
  return detailTable([
    ['state', stateText(royalty)],
    ['why', royalty.message ?? undefined],
    ['on chain', royalty.on_chain === undefined ? undefined : termsText(royalty.on_chain)],
    ['final', finalText(royalty.finality)],
    ['to pay', amount === null ? undefined : adaText(String(amount), 'ADA')],
    ['of which', spentText(cost)],
    ['there', paid === null || paid === 0 ? undefined : adaText(String(paid), 'ADA')],
    ['address', isDue ? (royalty.address ?? undefined) : undefined],
    ['link', isDue ? (servedLink(royalty.payment_link, studio) ?? undefined) : undefined],
    ['mint', royalty.mint_id ?? undefined],
    ['transaction', royalty.tx_id ?? undefined],
    ['warning', royalty.warnings],
  ])
}

const spentText = (cost: RoyaltyView['cost']): string | undefined => {
  if (cost === null || cost === undefined) return undefined
  const { with_token: along, fee, left } = cost
  const ada = (lovelace: number) => adaText(lovelace, 'ADA')
  return `${ada(along)} goes with the token, ${ada(fee)} is the fee, ${ada(left)} stays for mints`
}

const nextLines = (
  collectionId: string,
  { status, confirmed, amount, mint_id: id }: RoyaltyView,
): readonly string[] => {
  if (!confirmed) return []
  const wait = hint(`mint royalty --collection ${collectionId} --wait`)
  if (status === 'unpaid' && amount === null)
    return ['', `Nothing is to be paid now. To wait until it is minted: ${wait}`]
  if (status === 'unpaid')
    return [
      '',
      `On the devnet the test wallet pays: ${hint(`mint royalty --collection ${collectionId} --pay`)}`,
      `Elsewhere pay from any wallet. It is minted while a studio runs: ${wait}`,
    ]
  if (status === 'awaiting_witnesses')
    return [
      '',
      `Write a signing request for the holder of the key: ${hint(`mint status ${id ?? ''} --out royalty.cpreq`)}`,
    ]
  if (status === 'minting') return ['', `To wait for it: ${wait}`]
  return status === 'failed' ? ['', `To try again: ${wait}`] : []
}
