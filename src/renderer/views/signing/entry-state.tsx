import {
  Archive,
  CircleCheck,
  CircleX,
  FileOutput,
  Hourglass,
  PenLine,
  Send,
  Signature,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { SigningEntry, SigningState } from '#shared/calls/signing.ts'
import { durationText } from '#shared/format.ts'
import { text } from '#renderer/text/en.ts'
import { StatusBadge, type Tone } from '#renderer/ui/status-badge.tsx'

const words = text.signing

const badges: Readonly<Record<SigningState, { readonly tone: Tone; readonly icon: ReactNode }>> = {
  waiting: { tone: 'accent', icon: <PenLine size={12} aria-hidden /> },
  signed: { tone: 'warn', icon: <Signature size={12} aria-hidden /> },
  answered: { tone: 'plain', icon: <FileOutput size={12} aria-hidden /> },
  submitted: { tone: 'accent', icon: <Send size={12} aria-hidden /> },
  confirmed: { tone: 'good', icon: <CircleCheck size={12} aria-hidden /> },
  failed: { tone: 'bad', icon: <CircleX size={12} aria-hidden /> },
  dismissed: { tone: 'plain', icon: <Archive size={12} aria-hidden /> },
}

export const EntryState = ({ state }: { readonly state: SigningState }) => {
  const { tone, icon } = badges[state]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {words.states[state]}
    </StatusBadge>
  )
}

/** The time left to sign a waiting request. */
export const TimeLeft = ({
  expiresAt,
  now,
}: {
  readonly expiresAt: string
  readonly now: number
}) => {
  const seconds = (Date.parse(expiresAt) - now) / 1000
  const isOver = seconds <= 0
  return (
    <StatusBadge
      tone={isOver ? 'bad' : seconds < 600 ? 'warn' : 'plain'}
      icon={<Hourglass size={12} aria-hidden />}
    >
      {isOver ? words.expired : words.expiresIn(durationText(seconds))}
    </StatusBadge>
  )
}

/** The user may still act on it; a rejected one may need another signature. */
export const isOpen = (state: SigningState): boolean =>
  state === 'waiting' || state === 'signed' || state === 'answered' || state === 'failed'

export const titleOf = ({ title, firstTxId }: Pick<SigningEntry, 'title' | 'firstTxId'>): string =>
  title ?? words.untitled(firstTxId)
