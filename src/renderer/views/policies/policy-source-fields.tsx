import { Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { text } from '#renderer/text/en.ts'
import { DropArea } from '#renderer/ui/drop-area.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import ui from '#renderer/ui/parts.module.css'
import { type DropError, readDroppedPolicy } from './dropped-policy.ts'
import type { PolicySourceChoice } from './policy-source.ts'
import { SourceFields } from './source-fields.tsx'

const words = text.policies.source

/** Where a policy is read from: files of any tool, picked or dropped, pasted text or codes. */
export const PolicySourceFields = ({
  value,
  onChange,
  error,
}: {
  readonly value: PolicySourceChoice
  readonly error?: ReactNode
  readonly onChange: (value: PolicySourceChoice) => void
}) => {
  const [dropError, setDropError] = useState<DropError>()
  const change = (choice: PolicySourceChoice) => {
    setDropError(undefined)
    onChange(choice)
  }
  const drop = async (transfer: DataTransfer) => {
    const read = await readDroppedPolicy(transfer).catch((): DropError => ({ error: 'none' }))
    if ('error' in read) setDropError(read)
    else change({ ...value, how: 'file', dropped: read })
  }
  return (
    <DropArea hint={words.dropHere} onDrop={drop}>
      <Stack gap="sm">
        <SourceFields of="policy" value={value} onChange={change} error={error} />
        {value.how === 'file' && <div className={ui['small']}>{words.fileHint}</div>}
        {dropError !== undefined && <ErrorAlert error={dropErrorText(dropError)} />}
      </Stack>
    </DropArea>
  )
}

const dropErrorText = (error: DropError): string =>
  error.error === 'tooLarge' ? words.dropTooLarge(error.name) : words.dropErrors[error.error]
