import { Button } from '@mantine/core'
import type { ShownRequest } from '#contract/signing/calls.ts'
import { openPolicyDialog } from '#renderer/stores/policy-dialog.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'

const words = text.signing.review

/** Why nothing can be signed here, and what to do. */
export const ElsewhereNote = ({ transactions }: Pick<ShownRequest, 'transactions'>) => {
  const isWanted = transactions.some(
    ({ summary: { missing } }) => missing.keys.length > 0 || missing.choices.length > 0,
  )
  return (
    <Note
      action={
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => openPolicyDialog({ dialog: 'import' })}
        >
          {words.importKey}
        </Button>
      }
    >
      <strong>{text.signing.elsewhere}.</strong> {isWanted ? words.noKey : words.unknownKeys}
    </Note>
  )
}
