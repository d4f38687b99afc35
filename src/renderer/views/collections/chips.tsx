import { Tooltip } from '@mantine/core'
import {
  BadgeCheck,
  CircleCheck,
  CircleDashed,
  CircleX,
  Flame,
  FlaskConical,
  Hourglass,
  Infinity as Endless,
  Lock,
  LockKeyhole,
  LockOpen,
  Stamp,
  Tag,
  Upload,
} from 'lucide-react'
import type { TokenRow } from '#contract/collections/calls.ts'
import { vaultWorkText } from '#contract/sales/vault-work.ts'
import { useVaultWork } from '#renderer/data/vault-work.ts'
import { dateText, durationText } from '#values/text/format.ts'
import type { Policy } from '#contract/policies/policy.ts'
import ui from '#renderer/ui/parts.module.css'
import { text } from '#renderer/text/en.ts'
import { type Badge, StatusBadge } from '#renderer/ui/status-badge.tsx'
import { type LockState, lockStateOf } from '#renderer/data/lock.ts'
import { tokenStateText } from '#contract/tokens/token-state.ts'
import { isMinted } from '#renderer/data/token-status.ts'

const words = text.collections

/** Marks a collection that Coldpress itself made: the sample, or that of a rehearsal. */
export const PracticeBadge = () => (
  <Tooltip label={words.practiceHint}>
    <span>
      <StatusBadge tone="plain" icon={FlaskConical}>
        {words.practice}
      </StatusBadge>
    </span>
  </Tooltip>
)

/** Marks a collection of which something waits for the vault to be unlocked. */
export const VaultWorkBadge = ({ collectionId }: { readonly collectionId: string }) => {
  const work = useVaultWork().filter(({ collection_id: id }) => id === collectionId)
  if (work.length === 0) return null
  return (
    <Tooltip label={vaultWorkText(work)}>
      <span>
        <StatusBadge tone="warn" icon={LockKeyhole}>
          {words.waitsForVault}
        </StatusBadge>
      </span>
    </Tooltip>
  )
}

export const lockWords = (lock: LockState): string => {
  switch (lock.kind) {
    case 'never':
      return words.lock.never
    case 'locked':
      return words.lock.locked
    case 'open':
      return lock.time === null
        ? words.lock.openForever
        : words.lock.open(durationText(lock.secondsLeft))
    default:
      return lock satisfies never
  }
}

const lockBadges = {
  never: { tone: 'plain', icon: Endless },
  open: { tone: 'accent', icon: LockOpen },
  locked: { tone: 'warn', icon: Lock },
} as const

/** Until when a policy mints. */
export const PolicyLock = ({
  policy,
  now,
  isBrief = false,
}: {
  readonly policy: Policy
  readonly now: number
  /** Nothing where no time ends it. */
  readonly isBrief?: boolean
}) => {
  const lock = lockStateOf(policy, now)
  if (isBrief && lock.kind === 'never') return null
  const hint = 'time' in lock && lock.time !== null ? dateText(lock.time) : undefined
  const label = lock.kind === 'locked' ? `${hint ?? ''}. ${words.lock.lockedHint}` : hint
  return (
    <Tooltip label={label} disabled={label === undefined}>
      <span>
        <StatusBadge {...lockBadges[lock.kind]}>{lockWords(lock)}</StatusBadge>
      </span>
    </Tooltip>
  )
}

const statusBadges: Readonly<Record<string, Badge>> = {
  UPLOADING_CONTENT: { tone: 'plain', icon: Upload },
  OPEN: { tone: 'plain', icon: CircleDashed },
  FOR_SALE: { tone: 'accent', icon: Tag },
  RESERVED: { tone: 'warn', icon: Hourglass },
  MINTING: { tone: 'warn', icon: Stamp },
  COMPLETED: { tone: 'good', icon: CircleCheck },
  BURNED: { tone: 'plain', icon: Flame },
  EXPIRED: { tone: 'bad', icon: CircleX },
}

type TokenState = Pick<TokenRow, 'status' | 'is_sold' | 'price' | 'awaits_confirmation'>

/** What matters more than the status: a token that visitors can buy, or that a buyer has. */
const badgeOf = (token: TokenState): Badge & { readonly label: string } => {
  const label = tokenStateText(token)
  if (isMinted(token) && token.is_sold === true) return { tone: 'good', icon: BadgeCheck, label }
  return { ...(statusBadges[token.status] ?? { tone: 'plain', icon: CircleDashed }), label }
}

export const TokenStatusChip = ({
  token,
  isBrief = false,
}: {
  readonly token: TokenState
  /** Its shape alone; the word is for screen readers. */
  readonly isBrief?: boolean
}) => {
  const { label, ...badge } = badgeOf(token)
  return (
    <StatusBadge {...badge}>
      {isBrief ? <span className={ui['unseen']}>{label}</span> : label}
    </StatusBadge>
  )
}
