import { KeyRound, Unplug, Hourglass, CircleCheck, CircleX } from 'lucide-react'
import { durationText } from '#values/text/format.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { Hash, When } from '#renderer/ui/text-parts.tsx'
import type { Condition, TimeCondition } from './conditions.ts'
import styles from './policies.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.conditions

/** What a script asks for, as sentences in a tree. */
export const ConditionTree = ({ condition }: { readonly condition: Condition }) => (
  <div>
    <One condition={condition} />
  </div>
)

const One = ({ condition }: { readonly condition: Condition }) => {
  switch (condition.kind) {
    case 'nothing':
    case 'never':
      return <div className={ui['inline']}>{words[condition.kind]}</div>
    case 'signed':
      return <Signed {...condition} />
    case 'before':
    case 'after':
      return <Timed condition={condition} />
    case 'all':
    case 'any':
    case 'atLeast':
      return <Group {...condition} />
    default:
      return condition satisfies never
  }
}

const Group = ({ kind, required, of }: Extract<Condition, { readonly of: unknown }>) => (
  <div>
    <div className={ui['strong']}>{groupSentence(kind, required, of.length)}</div>
    <ul className={styles['branch']}>
      {of.map((inner, index) => (
        // The order of a script never changes: it is part of the policy ID.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <One condition={inner} />
        </li>
      ))}
    </ul>
  </div>
)

const groupSentence = (
  kind: 'all' | 'any' | 'atLeast',
  required: number,
  length: number,
): string => {
  return kind === 'atLeast' ? words.atLeast(required, length) : words[kind]
}

const Signed = ({ keyHash, isHere }: { readonly keyHash: string; readonly isHere: boolean }) => (
  <div className={ui['inline']}>
    <span>
      {words.signed} <Hash value={keyHash} what={text.policies.keyHash} onCopy={copy} />
    </span>
    {isHere ? (
      <StatusBadge tone="good" icon={KeyRound}>
        {words.keyHere}
      </StatusBadge>
    ) : (
      <StatusBadge icon={Unplug}>{words.keyElsewhere}</StatusBadge>
    )}
  </div>
)

const Timed = ({ condition }: { readonly condition: TimeCondition }) => {
  const { kind, slot, at } = condition
  return (
    <div className={ui['inline']}>
      {at === null ? (
        <span>{kind === 'before' ? words.beforeSlot(slot) : words.afterSlot(slot)}</span>
      ) : (
        <span>
          {words[kind]} <When at={at} slot={slot} />
        </span>
      )}
      <TimeState {...condition} />
    </div>
  )
}

/** `before` is met until its slot is reached, `after` from then on. */
const TimeState = ({ kind, at, isReached, seconds }: TimeCondition) => {
  if (at === null) return <StatusBadge icon={Hourglass}>{words.beyond}</StatusBadge>
  const duration = durationText(seconds)
  if (kind === 'before')
    return isReached ? (
      <StatusBadge tone="bad" icon={CircleX}>
        {words.passed(duration)}
      </StatusBadge>
    ) : (
      <StatusBadge tone="good" icon={Hourglass}>
        {words.left(duration)}
      </StatusBadge>
    )
  return isReached ? (
    <StatusBadge tone="good" icon={CircleCheck}>
      {words.started(duration)}
    </StatusBadge>
  ) : (
    <StatusBadge tone="warn" icon={Hourglass}>
      {words.starts(duration)}
    </StatusBadge>
  )
}
