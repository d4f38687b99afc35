import type { ReactNode } from 'react'
import type { BackupInside } from '#contract/backups/backup.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Hash } from '#renderer/ui/text-parts.tsx'
import styles from '../policies.module.css'
import ui from '#renderer/ui/parts.module.css'

/** The keys of a backup's policy: those inside, each with what became of it, and those outside. */
export const BackupKeys = ({
  backup,
  inside,
  outside,
}: {
  readonly backup: Pick<BackupInside, 'keyHashes' | 'elsewhere'>
  readonly inside: (keyHash: string) => ReactNode
  readonly outside: ReactNode
}) => (
  <ul className={`${ui['tight']} ${styles['keys']}`} aria-label={text.policies.backup.proved.keys}>
    {backup.keyHashes.map((keyHash) => (
      <li key={keyHash}>
        <Hash value={keyHash} what={text.policies.keyHash} onCopy={copy} />
        {inside(keyHash)}
      </li>
    ))}
    {backup.elsewhere.map((keyHash) => (
      <li key={keyHash}>
        <Hash value={keyHash} what={text.policies.keyHash} onCopy={copy} />
        {outside}
      </li>
    ))}
  </ul>
)
