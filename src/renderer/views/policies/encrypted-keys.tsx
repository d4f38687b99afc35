import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { CopyButton } from '#renderer/ui/text-parts.tsx'
import styles from './policies.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.inspecting.encrypted

/** Encrypted keys stay closed: how to open them elsewhere, and what works without them. */
export const EncryptedKeys = ({ names }: { readonly names: readonly string[] }) => {
  const [first] = names
  if (first === undefined) return null
  const command = words.command(first)
  return (
    <Note>
      <div>{words.text(names)}</div>
      <div className={styles['file']}>
        <code className={ui['breakable']}>{command}</code>
        <CopyButton what={words.what} onCopy={() => copy(command)} />
      </div>
      <div>{words.afterwards}</div>
    </Note>
  )
}
