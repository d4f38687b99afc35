import { Button, Group } from '@mantine/core'
import { NotebookPen } from 'lucide-react'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { openPolicyDialog } from '#renderer/stores/policy-dialog.ts'
import { PhraseSheet } from './phrase-sheet.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.phrases

/** The phrases in the vault and what was made of them. */
export const PhrasesTab = () => {
  const { data: phrases, error, refetch } = useCall('phrases.list', null)
  const { data: policies = [] } = useCall('policies.list', null)
  if (error !== null) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (phrases === undefined) return <Waiting />
  if (phrases.length === 0)
    return (
      <Empty
        icon={<NotebookPen size={32} aria-hidden />}
        title={words.emptyTitle}
        action={
          <Group gap="sm" justify="center">
            <Button variant="default" onClick={() => openPolicyDialog({ dialog: 'restorePhrase' })}>
              {words.restore}
            </Button>
            <Button onClick={() => openPolicyDialog({ dialog: 'newPhrase' })}>
              {words.create}
            </Button>
          </Group>
        }
      >
        {words.emptyText}
      </Empty>
    )
  return (
    <div className={ui['stack']}>
      {phrases.map((phrase) => (
        <PhraseSheet
          key={phrase.fingerprint}
          phrase={phrase}
          policies={policies}
          onGenerate={() => openPolicyDialog({ dialog: 'generate', phrase: phrase.fingerprint })}
        />
      ))}
    </div>
  )
}
