import { Group, Input, SegmentedControl } from '@mantine/core'
import { FileInput, FolderInput } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { call } from '#renderer/bridge.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { CodeArea } from '#renderer/ui/code-input.tsx'
import { CutText } from '#renderer/ui/text-parts.tsx'
import { droppedName, type PolicySourceChoice } from './policy-source.ts'
import ui from '#renderer/ui/parts.module.css'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { ScanPanel } from '../frame/scan-panel.tsx'
import { useScan } from '../frame/use-scan.ts'

const wordsOf = { policy: text.policies.source, backup: text.policies.backup.source }

/** A file that is picked, or text that is pasted; for a policy also a folder. */
export const SourceFields = ({
  of,
  value,
  onChange,
  error,
}: {
  readonly of: 'policy' | 'backup'
  readonly value: PolicySourceChoice
  readonly onChange: (value: PolicySourceChoice) => void
  readonly error?: ReactNode
}) => {
  const errorId = useId()
  const words = wordsOf[of]
  const { dropped, ...kept } = value
  const choose = (picked: Promise<string | null>) =>
    attempt(async () => {
      const path = await picked
      if (path !== null) onChange({ ...kept, path })
    })
  const shown = dropped === undefined ? value.path : droppedName(dropped)
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
          <Group gap="xs" miw={0} wrap="nowrap">
            <div className={ui['grow']}>
              {shown === null ? (
                <span className={ui['dimmed']}>{words.noFile}</span>
              ) : (
                <CutText>{shown}</CutText>
              )}
            </div>
            <IconButton
              icon={FileInput}
              onClick={() => void choose(call('app.pickFile', { what: of }))}
              data-invalid={error !== undefined}
              aria-describedby={error === undefined ? undefined : errorId}
            >
              {shown === null ? words.pick : words.pickOther}
            </IconButton>
            {of === 'policy' && (
              <IconButton
                icon={FolderInput}
                onClick={() => void choose(call('app.pickFolder', null))}
              >
                {text.policies.source.pickFolder}
              </IconButton>
            )}
          </Group>
          {error !== undefined && <Input.Error id={errorId}>{error}</Input.Error>}
        </div>
      )}
      {value.how === 'text' && (
        <CodeArea
          label={words.paste}
          description={words.pasteHint}
          value={value.pasted}
          onChange={(event) => onChange({ ...value, pasted: event.currentTarget.value })}
          rows={4}
          error={error}
        />
      )}
    </>
  )
}

/** Reads a public policy file from the codes of another computer. */
const PolicyScanner = ({ onRead }: { readonly onRead: (text: string) => void }) => {
  const scan = useScan({
    send: async (parts, restart) => {
      const { progress, text } = await call('policies.scan', { parts, restart })
      if (text !== null) onRead(text)
      return { progress, isDone: text !== null }
    },
  })
  return <ScanPanel scan={scan} />
}
