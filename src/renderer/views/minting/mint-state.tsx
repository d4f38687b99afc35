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
import type { ReactNode } from 'react'
import type { MintSummary, MintTransactionFacts } from '#shared/calls/minting.ts'
import { text } from '#renderer/text/en.ts'
import { StatusBadge, type Tone } from '#renderer/ui/status-badge.tsx'

const words = text.minting

type Badge = { readonly tone: Tone; readonly icon: ReactNode }

const badges: Readonly<Record<MintSummary['status'] | 'held', Badge>> = {
  held: { tone: 'accent', icon: <CirclePause size={12} aria-hidden /> },
  awaiting_witnesses: { tone: 'warn', icon: <Signature size={12} aria-hidden /> },
  submitting: { tone: 'accent', icon: <Send size={12} aria-hidden /> },
  minting: { tone: 'accent', icon: <Blocks size={12} aria-hidden /> },
  completed: { tone: 'good', icon: <CircleCheck size={12} aria-hidden /> },
  failed: { tone: 'bad', icon: <CircleX size={12} aria-hidden /> },
  cancelled: { tone: 'plain', icon: <CircleSlash size={12} aria-hidden /> },
}

/** One that is held waits for its user, not for others. */
export const stateOf = ({ status, held }: Pick<MintSummary, 'status' | 'held'>) =>
  held && status === 'awaiting_witnesses' ? 'held' : status

export const MintState = ({ mint }: { readonly mint: Pick<MintSummary, 'status' | 'held'> }) => {
  const state = stateOf(mint)
  const { tone, icon } = badges[state]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {words.states[state]}
    </StatusBadge>
  )
}

const transactionBadges: Readonly<Record<MintTransactionFacts['status'], Badge>> = {
  awaiting_witnesses: { tone: 'plain', icon: <Signature size={12} aria-hidden /> },
  ready: { tone: 'accent', icon: <Hourglass size={12} aria-hidden /> },
  sent: { tone: 'accent', icon: <Send size={12} aria-hidden /> },
  in_block: { tone: 'accent', icon: <Blocks size={12} aria-hidden /> },
  confirmed: { tone: 'good', icon: <CircleCheck size={12} aria-hidden /> },
  rejected: { tone: 'bad', icon: <CircleX size={12} aria-hidden /> },
  missing: { tone: 'bad', icon: <CircleX size={12} aria-hidden /> },
}

export const TransactionState = ({ status }: Pick<MintTransactionFacts, 'status'>) => {
  const { tone, icon } = transactionBadges[status]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {words.transactionStates[status]}
    </StatusBadge>
  )
}

/** `24 tokens`, `Royalty token`. */
export const whatOf = ({ kind, tokens }: Pick<MintSummary, 'kind' | 'tokens'>): string => {
  const word = words.kinds[kind]
  return typeof word === 'string' ? word : word(tokens)
}

/** It is minted, and not sold or moved. */
export const isPlainMint = ({ kind }: Pick<MintSummary, 'kind'>): boolean =>
  kind === 'tokens' || kind === 'royalty'
