import { CopyButton } from './text-parts.tsx'
import styles from './ui.module.css'

/** JSON as it is, readable, with a copy button. */
export const Json = ({
  value,
  what,
  onCopy,
}: {
  readonly value: unknown
  readonly what: string
  readonly onCopy?: (value: string) => Promise<boolean>
}) => {
  // Nothing is written of what is undefined.
  const written = JSON.stringify(value, null, 2) ?? ''
  return (
    <div style={{ position: 'relative' }}>
      <pre className={styles['json']} tabIndex={0} role="group" aria-label={what}>
        {written}
      </pre>
      {onCopy !== undefined && (
        <div style={{ position: 'absolute', top: 6, right: 6 }}>
          <CopyButton what={what} onCopy={() => onCopy(written)} />
        </div>
      )}
    </div>
  )
}
