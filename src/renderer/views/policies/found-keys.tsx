import { Box } from '@mantine/core'
import {
  CircleCheck,
  Eye,
  FileKey,
  FileLock,
  Hourglass,
  KeyRound,
  Lock,
  Unplug,
  UserPen,
} from 'lucide-react'
import type { InspectedPolicy } from '#contract/policies/policy-view.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import styles from './policies.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.inspecting

/** What the policy becomes when it is imported. */
export const FoundBadge = ({ policy: { keys } }: { readonly policy: InspectedPolicy }) => {
  if (keys.some(({ source }) => source === 'files'))
    return (
      <StatusBadge tone="good" icon={KeyRound}>
        {words.hasKeys}
      </StatusBadge>
    )
  return keys.every(({ source }) => source !== 'vault') && keys.length > 0 ? (
    <StatusBadge icon={Eye}>{words.watchOnly}</StatusBadge>
  ) : (
    <StatusBadge icon={Unplug}>{words.hasNoKeys}</StatusBadge>
  )
}

const mintingStates = {
  possible: { icon: CircleCheck, tone: 'good' },
  others_sign: { icon: UserPen, tone: 'accent' },
  not_yet: { icon: Hourglass, tone: 'warn' },
  locked: { icon: Lock, tone: 'warn' },
  impossible: { icon: Lock, tone: 'bad' },
} as const

/** Whether the policy can still mint and burn. */
export const MintingState = ({ minting }: Pick<InspectedPolicy, 'minting'>) => (
  <StatusBadge {...mintingStates[minting]}>{words.minting[minting]}</StatusBadge>
)

const sourceIcons = {
  files: { icon: FileKey, tone: 'good' },
  vault: { icon: KeyRound, tone: 'good' },
  encrypted: { icon: FileLock, tone: 'warn' },
  public: { icon: Unplug },
  missing: { icon: Unplug },
} as const

/** Where each key of the script is. */
export const FoundKeys = ({ keys }: Pick<InspectedPolicy, 'keys'>) =>
  keys.length === 0 ? (
    <div className={ui['dimmed']}>{text.policies.keys.none}</div>
  ) : (
    <ul className={`${ui['tight']} ${styles['keys']}`}>
      {keys.map(({ keyHash, source, file, path }) => (
        <li key={keyHash}>
          <span>
            <Hash value={keyHash} what={text.policies.keyHash} onCopy={copy} />
            {path !== null && (
              <Box ff="monospace" className={ui['small']}>
                {text.policies.keys.path(path)}
              </Box>
            )}
          </span>
          <StatusBadge {...sourceIcons[source]}>{words.sources[source](file ?? '')}</StatusBadge>
        </li>
      ))}
    </ul>
  )
