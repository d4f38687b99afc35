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
import { mintsTokens, mintStateOf } from '../mint-state.tsx'
import styles from '../minting.module.css'
import { ShownTokens } from './shown-tokens.tsx'
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
  ...transactionEntries(mint, review),
  ...finalityEntries(mint.finality),
  [
    words.paidFrom,
    <Hash key="from" value={mint.funding_address} what={words.fundingAddress} onCopy={copy} />,
  ],
  ...(review === undefined
    ? []
    : [[words.returned, <Ada key="change" lovelace={review.totals.returned} exact />] as const]),
  [
    words.policyId,
    <Hash key="policy" value={mint.policy_id} what={words.policyId} onCopy={copy} />,
  ],
  ...(mint.status === 'awaiting_witnesses'
    ? [
        [
          words.validUntil,
          <When key="until" at={mint.validUntil} slot={mint.validUntilSlot} />,
        ] as const,
      ]
    : []),
]

/** One that is reviewed stands here; all others are in the table below. */
const transactionEntries = (
  mint: MintDetails,
  review: MintReview | undefined,
): readonly (readonly [string, ReactNode])[] => {
  const { transactions } = mint
  const [first, second] = transactions
  if (second !== undefined) return [[words.transactions, numberText(transactions.length)]]
  if (first === undefined || mintStateOf(mint) !== 'held') return []
  const limit = review?.transactions[0]?.limit
  return [
    [
      words.table.txId,
      <Hash key="transaction" value={first.tx_id} what={words.table.txId} onCopy={copy} />,
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
  const paid = moneyEntries(kind, totals)
  return status === 'awaiting_witnesses' ? (
    <AmountList exact entries={[...paid, ...vaultEntries(paid, netChangeOf(transactions))]} />
  ) : (
    <AmountList entries={paid} />
  )
}

/**
 * What of the total this vault loses, as it is asked for its signature: the rest comes back to it with
 * the tokens. Empty where it loses all of it or nothing.
 */
export const vaultEntries = (
  [total]: readonly AmountEntry[],
  { lovelace }: Pick<NetChange, 'lovelace'>,
): readonly AmountEntry[] => {
  const paid = BigInt(total?.lovelace ?? 0)
  if (total === undefined || lovelace >= 0n || -lovelace >= paid) return []
  return [
    { term: words.leaves, lovelace: String(-lovelace), isTotal: true },
    { ...total, isTotal: false, isShared: true },
    { term: words.kept, lovelace: String(-(paid + lovelace)), hint: words.keptHint },
  ]
}

/** What leaves the inputs for good, then its parts. */
export const moneyEntries = (
  kind: MintDetails['kind'],
  { along, fees, elsewhere }: Pick<MintReview['totals'], 'along' | 'fees' | 'elsewhere'>,
): readonly AmountEntry[] => [
  {
    term:
      kind === 'tokens' || kind === 'royalty' || kind === 'burn' ? words.totalCost : words.totalOut,
    lovelace: String(BigInt(along) + BigInt(fees) + BigInt(elsewhere)),
    isTotal: true,
  },
  ...(along === '0' ? [] : [{ term: words.along, lovelace: along, hint: words.alongHint }]),
  ...(elsewhere === '0' ? [] : [{ term: words.elsewhere, lovelace: elsewhere }]),
  { term: words.fees, lovelace: fees },
]
