import { Tooltip } from '@mantine/core'
import {
  CircleCheck,
  CircleDashed,
  CircleX,
  Globe,
  Hourglass,
  Infinity as Endless,
  Lock,
  LockOpen,
  Stamp,
  Tag,
  Upload,
} from 'lucide-react'
import { dateText, durationText } from '#shared/format.ts'
import type { Policy } from '#shared/wire/policy.ts'
import type { WireNetwork } from '#shared/wire/collection.ts'
import { text } from '#renderer/text/en.ts'
import { StatusBadge, type Tone } from '#renderer/ui/status-badge.tsx'
import { type LockState, lockStateOf } from './lock.ts'

const words = text.collections

export const NetworkState = ({ network }: { readonly network: WireNetwork }) => (
  <StatusBadge
    tone={network === 'mainnet' ? 'accent' : 'plain'}
    icon={<Globe size={12} aria-hidden />}
  >
    {text.common.networks[network]}
  </StatusBadge>
)

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
  never: { tone: 'plain', Icon: Endless },
  open: { tone: 'accent', Icon: LockOpen },
  locked: { tone: 'warn', Icon: Lock },
} as const

export const PolicyLock = ({ policy, now }: { readonly policy: Policy; readonly now: number }) => {
  const lock = lockStateOf(policy, now)
  const { tone, Icon } = lockBadges[lock.kind]
  const hint = 'time' in lock && lock.time !== null ? dateText(lock.time) : undefined
  const label = lock.kind === 'locked' ? `${hint ?? ''}. ${words.lock.lockedHint}` : hint
  return (
    <Tooltip label={label} disabled={label === undefined}>
      <span>
        <StatusBadge tone={tone} icon={<Icon size={12} aria-hidden />}>
          {lockWords(lock)}
        </StatusBadge>
      </span>
    </Tooltip>
  )
}

const statusBadges: Readonly<Record<string, { tone: Tone; Icon: typeof Tag }>> = {
  UPLOADING_CONTENT: { tone: 'plain', Icon: Upload },
  OPEN: { tone: 'plain', Icon: CircleDashed },
  FOR_SALE: { tone: 'accent', Icon: Tag },
  RESERVED: { tone: 'warn', Icon: Hourglass },
  MINTING: { tone: 'warn', Icon: Stamp },
  COMPLETED: { tone: 'good', Icon: CircleCheck },
  EXPIRED: { tone: 'bad', Icon: CircleX },
}

const statusWords: Readonly<Record<string, string>> = words.statuses

/** The status in words; a hosted service may send unknown ones. */
export const statusText = (status: string): string => statusWords[status] ?? status

export const TokenStatus = ({ status }: { readonly status: string }) => {
  const { tone, Icon } = statusBadges[status] ?? { tone: 'plain' as const, Icon: CircleDashed }
  return (
    <StatusBadge tone={tone} icon={<Icon size={12} aria-hidden />}>
      {statusText(status)}
    </StatusBadge>
  )
}
