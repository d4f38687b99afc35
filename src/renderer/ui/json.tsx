import { printableLines } from '#values/text/printable.ts'
import { CopyButton } from './text-parts.tsx'
import ui from './parts.module.css'

/** JSON, indented, with a copy button; invisible characters are shown as escapes. */
export const JsonView = ({
  value,
  what,
  onCopy,
}: {
  readonly value: unknown
  readonly what: string
  readonly onCopy?: (value: string) => Promise<boolean>
}) => {
  // JSON.stringify returns undefined for undefined.
  const written = JSON.stringify(value, null, 2) ?? ''
  return (
    <JsonText
      written={printableLines(written)}
      what={what}
      {...(onCopy === undefined ? {} : { onCopy: () => onCopy(written) })}
    />
  )
}

/** JSON that is already indented. */
export const JsonText = ({
  written,
  what,
  onCopy,
}: {
  readonly written: string
  readonly what: string
  readonly onCopy?: () => Promise<boolean>
}) => (
  <div style={{ position: 'relative' }}>
    <pre className={ui['json']} tabIndex={0} role="group" aria-label={what}>
      {written}
    </pre>
    {onCopy !== undefined && (
      <div style={{ position: 'absolute', top: 6, right: 6 }}>
        <CopyButton what={what} onCopy={onCopy} />
      </div>
    )}
  </div>
)
