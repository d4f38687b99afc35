import type { ReactNode } from 'react'
import type { MintDetails, MintReview } from '#contract/mints/calls.ts'
import { type NetChange, netChangeOf } from '#contract/signing/net-change.ts'
import { numberText } from '#values/text/format.ts'
import { copy } from '#renderer/stores/copy.ts'
import type { MintRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { type AmountEntry, AmountList } from '#renderer/ui/amounts.tsx'
import { Note } from '#renderer/ui/error-alert.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { Ada, Hash, When } from '#renderer/ui/text-parts.tsx'
import { finalityEntries } from '#renderer/views/finality.tsx'
import { MintReceivers } from '#renderer/views/signing/mint-receivers.tsx'
import { TransactionLink } from '#renderer/views/transaction-link.tsx'
import { mintsTokens } from '../mint-state.tsx'
import styles from '../minting.module.css'
import { ShownTokens } from './shown-tokens.tsx'
import { hasTransactionTable, pageOnChain } from './transaction-table.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.mint

/** What the transactions do, with every amount decoded from their bytes. */
export const MintDetailsSheet = ({
  mint,
  mintRef,
}: {
  readonly mint: MintDetails
  readonly mintRef: MintRef
}) => {
  const { data: review, error } = useCall('minting.review', mintRef)
  return (
    <Sheet title={mint.status === 'awaiting_witnesses' ? words.what : text.common.details}>
      <div className={ui['stack']}>
        {error !== null && <Note>{error.message}</Note>}
        {mint.kind === 'burn' && mint.status === 'awaiting_witnesses' && (
          <ShownTokens mint={mint} />
        )}
        <div className={styles['columns']}>
          {review !== undefined && <Money mint={mint} review={review} />}
          <DetailList entries={movedEntries(mint, review)} />
        </div>
      </div>
    </Sheet>
  )
}

const movedEntries = (
  mint: MintDetails,
  review: MintReview | undefined,
): readonly (readonly [string, ReactNode])[] => [
  ...(mint.kind === 'burn'
    ? [
        [words.burned, <Burned key="burned" mint={mint} />] as const,
        [words.burnedAt, <Receivers key="at" mint={mint} />] as const,
      ]
    : []),
  ...(mintsTokens(mint) && review !== undefined
    ? [[words.receivers, <MintReceivers key="to" receivers={review.receivers} isBrief />] as const]
    : []),
  ...finalityEntries(mint.finality),
  [
    words.paidFrom,
    <Hash key="from" value={mint.funding_address} what={words.fundingAddress} onCopy={copy} />,
  ],
  ...(review === undefined
    ? []
    : [
        [
          words.returned,
          <Ada
            key="change"
            lovelace={review.totals.returned}
            exact={mint.status === 'awaiting_witnesses'}
          />,
        ] as const,
      ]),
  ...(mint.status === 'awaiting_witnesses'
    ? [
        [
          words.validUntil,
          <When key="until" at={mint.validUntil} slot={mint.validUntilSlot} />,
        ] as const,
      ]
    : []),
  ...transactionEntries(mint, review),
  [
    words.policyId,
    <Hash key="policy" value={mint.policy_id} what={words.policyId} onCopy={copy} />,
  ],
]

/** One alone stands here; otherwise they are in the table below. */
const transactionEntries = (
  mint: MintDetails,
  review: MintReview | undefined,
): readonly (readonly [string, ReactNode])[] => {
  const { transactions } = mint
  const [first] = transactions
  if (transactions.length > 1) return [[words.transactions, numberText(transactions.length)]]
  if (first === undefined || hasTransactionTable(mint)) return []
  const limit = review?.transactions[0]?.limit
  return [
    [
      words.table.txId,
      <TransactionLink key="transaction" txId={first.tx_id} page={pageOnChain(first)} />,
    ],
    [
      words.table.size,
      words.table.bytes(
        numberText(first.size),
        limit === undefined ? undefined : numberText(limit),
      ),
    ],
  ]
}

/** What is lost is named in full. */
const Burned = ({ mint }: { readonly mint: MintDetails }) => (
  <div>
    {text.minting.tokens(mint.tokenCount)}
    <div className={styles['burned']} tabIndex={0} role="region" aria-label={words.burned}>
      {mint.burned.join(', ')}
    </div>
  </div>
)

/** Of a burn: where the tokens are. */
const Receivers = ({ mint: { receivers } }: { readonly mint: MintDetails }) =>
  receivers.map(({ address, tokens }) => (
    <div key={address}>
      <Hash whole value={address} what={words.receiver} onCopy={copy} />
      {receivers.length > 1 && <span className={ui['soft']}> {text.minting.tokens(tokens)}</span>}
    </div>
  ))

const Money = ({
  mint: { kind, status },
  review: { totals, transactions },
}: {
  readonly mint: MintDetails
  readonly review: MintReview
}) => {
  const isToSign = status === 'awaiting_witnesses'
  // Afterwards this vault may not know any more which of the addresses are its own.
  const kept = isToSign ? keptOf(totals, netChangeOf(transactions)) : 0n
  return <AmountList exact={isToSign} entries={moneyEntries(kind, totals, kept)} />
}

type Totals = Pick<MintReview['totals'], 'along' | 'fees' | 'elsewhere'>

const totalOf = ({ along, fees, elsewhere }: Totals): bigint =>
  BigInt(along) + BigInt(fees) + BigInt(elsewhere)

/** What of the total comes back to this vault, which pays it: with tokens, or as what is withdrawn. */
export const keptOf = (totals: Totals, { lovelace }: Pick<NetChange, 'lovelace'>): bigint => {
  const kept = totalOf(totals) + lovelace
  const isPart =
    lovelace < 0n && kept > 0n && kept <= BigInt(totals.along) + BigInt(totals.elsewhere)
  return isPart ? kept : 0n
}

/** What leaves the inputs, then each of its parts once: what this vault keeps is in no other part. */
export const moneyEntries = (
  kind: MintDetails['kind'],
  totals: Totals,
  kept: bigint,
): readonly AmountEntry[] => {
  const isCost = (kind === 'tokens' || kind === 'royalty' || kind === 'burn') && kept === 0n
  const along = BigInt(totals.along)
  const keptAlong = kept < along ? kept : along
  const part = (term: string, lovelace: bigint, hint?: string): readonly AmountEntry[] =>
    lovelace === 0n ? [] : [{ term, lovelace: String(lovelace), hint }]
  return [
    {
      term: isCost ? words.totalCost : words.totalOut,
      lovelace: String(totalOf(totals)),
      isTotal: true,
    },
    ...part(words.along, along - keptAlong, words.alongHint),
    ...part(words.elsewhere, BigInt(totals.elsewhere) - (kept - keptAlong)),
    ...part(words.kept, kept, words.keptHint),
    { term: words.fees, lovelace: totals.fees },
  ]
}
