import {
  Archive,
  CircleCheck,
  CircleX,
  FileOutput,
  Hourglass,
  KeyRound,
  PenLine,
  Send,
  Signature,
} from 'lucide-react'
import type { SigningEntry, SigningState } from '#contract/signing/calls.ts'
import { durationText } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import { type Badge, StatusBadge } from '#renderer/ui/status-badge.tsx'

const words = text.signing

const badges: Readonly<Record<SigningState, Badge>> = {
  waiting: { tone: 'accent', icon: PenLine },
  signed: { tone: 'warn', icon: Signature },
  answered: { tone: 'plain', icon: FileOutput },
  submitted: { tone: 'accent', icon: Send },
  confirmed: { tone: 'good', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleX },
  dismissed: { tone: 'plain', icon: Archive },
}

export const EntryState = ({
  state,
  isElsewhere,
}: {
  readonly state: SigningState
  /** Only another vault can sign it. */
  readonly isElsewhere: boolean
}) =>
  isElsewhere ? (
    <StatusBadge icon={KeyRound}>{words.elsewhere}</StatusBadge>
  ) : (
    <StatusBadge {...badges[state]}>{words.states[state]}</StatusBadge>
  )

/** The time left to sign a waiting request. */
export const SigningTimeLeft = ({
  expiresAt,
  now,
}: {
  readonly expiresAt: string
  readonly now: number
}) => {
  const seconds = (Date.parse(expiresAt) - now) / 1000
  const isOver = seconds <= 0
  return (
    <StatusBadge tone={isOver ? 'bad' : seconds < 600 ? 'warn' : 'plain'} icon={Hourglass}>
      {isOver ? words.expired : words.expiresIn(durationText(seconds))}
    </StatusBadge>
  )
}

/** The user may still act on it; a rejected one may need another signature. */
export const isOpen = (state: SigningState): boolean =>
  state === 'waiting' || state === 'signed' || state === 'answered' || state === 'failed'

/** Its own title, or what it does to tokens, or its hash. */
export const titleOf = (entry: SigningEntry): string =>
  entry.title ?? tokensText(entry) ?? words.untitled(entry.firstTxId)

/** What it does to tokens; undefined where it does nothing to them, or nobody knows. */
export const tokensText = ({ minted, burned }: SigningEntry): string | undefined => {
  if ((minted ?? 0) > 0) return words.mints(minted ?? 0)
  return (burned ?? 0) > 0 ? words.burns(burned ?? 0) : undefined
}
