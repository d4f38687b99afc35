import {
  Blocks,
  CircleCheck,
  CirclePause,
  CircleSlash,
  CircleX,
  Hourglass,
  Send,
  Signature,
} from 'lucide-react'
import type { MintSummary, MintTransactionView } from '#contract/mints/calls.ts'
import { text } from '#renderer/text/en.ts'
import { type Badge, StatusBadge } from '#renderer/ui/status-badge.tsx'

const words = text.minting

const badges: Readonly<Record<MintSummary['status'] | 'held', Badge>> = {
  held: { tone: 'accent', icon: CirclePause },
  awaiting_witnesses: { tone: 'warn', icon: Signature },
  submitting: { tone: 'accent', icon: Send },
  minting: { tone: 'accent', icon: Blocks },
  completed: { tone: 'good', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleX },
  cancelled: { tone: 'plain', icon: CircleSlash },
}

/** One that is held waits for its user, not for others. */
export const mintStateOf = ({ status, held }: Pick<MintSummary, 'status' | 'held'>) =>
  held === true && status === 'awaiting_witnesses' ? 'held' : status

type WithState = Pick<MintSummary, 'status' | 'held'> & {
  readonly transactions: readonly TransactionSignatures[]
}

/** As the list shows it, and as it sorts. It is sent when all of its transactions are. */
export const stateTextOf = (mint: WithState): string => {
  const state = mintStateOf(mint)
  if (state === 'submitting' && mint.transactions.some(({ status }) => status === 'ready'))
    return words.sending
  const { signed, wanted } = signaturesOf(mint.transactions)
  return state === 'awaiting_witnesses' && signed > 0
    ? words.signedOf(signed, wanted)
    : words.states[state]
}

type Signatures = Pick<MintTransactionView, 'missing' | 'required_signers'>

/** Of the keys that sign any of these, how many have signed all that they sign. */
const signaturesOf = (transactions: readonly Signatures[]) => {
  const wanted = new Set(transactions.flatMap(({ required_signers: signers }) => signers)).size
  const missing = new Set(transactions.flatMap((transaction) => transaction.missing)).size
  return { wanted, signed: wanted - missing }
}

export const MintBadge = ({ mint }: { readonly mint: WithState }) => {
  return <StatusBadge {...badges[mintStateOf(mint)]}>{stateTextOf(mint)}</StatusBadge>
}

const transactionBadges: Readonly<Record<MintTransactionView['status'], Badge>> = {
  awaiting_witnesses: { tone: 'plain', icon: Signature },
  ready: { tone: 'accent', icon: Hourglass },
  sent: { tone: 'accent', icon: Send },
  in_block: { tone: 'accent', icon: Blocks },
  confirmed: { tone: 'good', icon: CircleCheck },
  rejected: { tone: 'bad', icon: CircleX },
  missing: { tone: 'bad', icon: CircleX },
}

type TransactionSignatures = Signatures & Pick<MintTransactionView, 'status'>

export const transactionStateText = (transaction: TransactionSignatures): string => {
  const { status } = transaction
  const { signed, wanted } = signaturesOf([transaction])
  return status === 'awaiting_witnesses' && signed > 0
    ? words.signedOf(signed, wanted)
    : words.transactionStates[status]
}

export const TransactionState = (transaction: TransactionSignatures) => (
  <StatusBadge {...transactionBadges[transaction.status]}>
    {transactionStateText(transaction)}
  </StatusBadge>
)

/** `24 tokens`, `Royalty token`, `Royalty token and 24 tokens`. */
export const whatOf = ({
  kind,
  with_royalty: withRoyalty,
  tokenCount: tokens,
}: Pick<MintSummary, 'kind' | 'with_royalty' | 'tokenCount'>): string => {
  if (withRoyalty === true) return words.kinds.withRoyalty(tokens)
  const word = words.kinds[kind]
  return typeof word === 'string' ? word : word(tokens)
}

/** The same within a sentence. */
export const objectOf = (mint: Parameters<typeof whatOf>[0]): string => {
  if (mint.with_royalty === true) return words.objects.withRoyalty(mint.tokenCount)
  return mint.kind === 'royalty' ? words.objects.royalty : whatOf(mint)
}

/** How many of its transactions are confirmed. */
export const countConfirmed = ({ transactions }: Pick<MintSummary, 'transactions'>): number =>
  transactions.filter(({ status }) => status === 'confirmed').length

/** What it is called in a sentence. */
export const mintNoun = ({ kind }: Pick<MintSummary, 'kind'>): 'mint' | 'burn' =>
  kind === 'burn' ? 'burn' : 'mint'

/** It mints tokens of the collection; a royalty token, a refund or a withdrawal does not. */
export const mintsTokens = ({ kind }: Pick<MintSummary, 'kind'>): boolean =>
  kind === 'tokens' || kind === 'sale'

/** How many mint tokens, how many do something else, and how many were cancelled. */
export const countsOf = (mints: readonly Pick<MintSummary, 'kind' | 'status'>[]) => {
  const lasting = mints.filter(({ status }) => status !== 'cancelled')
  const minting = lasting.filter(mintsTokens).length
  return {
    mints: minting,
    others: lasting.length - minting,
    cancelled: mints.length - lasting.length,
  }
}

/** It is minted, and not sold or moved. */
export const isPlainMint = ({ kind }: Pick<MintSummary, 'kind'>): boolean =>
  kind === 'tokens' || kind === 'royalty'
