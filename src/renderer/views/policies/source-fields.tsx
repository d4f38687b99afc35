import { Input, SegmentedControl } from '@mantine/core'
import { FileInput } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { call } from '#renderer/bridge.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { CodeArea } from '#renderer/ui/code-input.tsx'
import { CutText } from '#renderer/ui/text-parts.tsx'
import styles from './policies.module.css'
import { PolicyScanner } from './policy-scanner.tsx'
import type { SourceChoice } from './policy-source.ts'
import ui from '#renderer/ui/parts.module.css'
import { IconButton } from '#renderer/ui/icon-button.tsx'

const wordsOf = { policy: text.policies.source, backup: text.policies.backup.source }

/** A file that is picked, or text that is pasted. */
export const SourceFields = ({
  of,
  value,
  onChange,
  error,
}: {
  readonly of: 'policy' | 'backup'
  readonly value: SourceChoice
  readonly onChange: (value: SourceChoice) => void
  readonly error?: ReactNode
}) => {
  const errorId = useId()
  const words = wordsOf[of]
  const pick = () =>
    attempt(async () => {
      const path = await call('app.pickFile', { what: of })
      if (path !== null) onChange({ ...value, path })
    })
  return (
    <>
      <SegmentedControl
        aria-label={words.label}
        data={[
          { value: 'file', label: words.file },
          { value: 'text', label: words.text },
          ...(of === 'policy'
            ? [{ value: 'scan' as const, label: text.policies.source.scan }]
            : []),
        ]}
        value={value.how}
        onChange={(how) => onChange({ ...value, how })}
      />
      {value.how === 'scan' && (
        <PolicyScanner onRead={(pasted) => onChange({ ...value, how: 'text', pasted })} />
      )}
      {value.how === 'file' && (
        <div>
          <div className={styles['file']}>
            <div className={ui['grow']}>
              {value.path === null ? (
                <span className={styles['soft']}>{words.noFile}</span>
              ) : (
                <CutText>{value.path}</CutText>
              )}
            </div>
            <IconButton
              icon={FileInput}
              onClick={() => void pick()}
              data-invalid={error !== undefined}
              aria-describedby={error === undefined ? undefined : errorId}
            >
              {value.path === null ? words.pick : words.pickOther}
            </IconButton>
          </div>
          {error !== undefined && <Input.Error id={errorId}>{error}</Input.Error>}
        </div>
      )}
      {value.how === 'text' && (
        <CodeArea
          label={words.paste}
          description={words.pasteHint}
          value={value.pasted}
          onChange={(event) => onChange({ ...value, pasted: event.currentTarget.value })}
          rows={6}
          error={error}
        />
      )}
    </>
  )
}
