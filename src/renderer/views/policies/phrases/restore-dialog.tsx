import { Box } from '@mantine/core'
import { phraseCalls } from '#contract/policies/phrase-calls.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { change } from '#renderer/data/change.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { CodeArea } from '#renderer/ui/code-input.tsx'
import { DraftFormBody } from '#renderer/views/frame/submit-form.tsx'
import { useDraftForm } from '#renderer/views/use-draft-form.ts'
import { SecretDialog } from '../secret-dialog.tsx'
import { useProtectedWindow, useWhenHidden } from '#renderer/views/frame/secret-window.ts'
import { countWords } from './phrase-uses.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.phrases.restoring
const fewestWords = 12

/** A phrase by its words, which stay in this dialog and go with it. */
export const RestorePhraseDialog = ({ onClose }: { readonly onClose: () => void }) => {
  useProtectedWindow()
  const form = useDraftForm({
    initial: { words: '' },
    schema: phraseCalls['phrases.restore'].input,
    inputOf: (typed) => typed,
    check: async ({ words: given }) =>
      countWords(given) < fewestWords
        ? [{ field: 'words', message: words.tooFew(fewestWords) }]
        : [],
    submit: async (input) => {
      const { fingerprint } = await withVault(words.reason, () => change('phrases.restore', input))
      useNotices.getState().notify('good', words.done(fingerprint))
      onClose()
    },
  })
  useWhenHidden(form.clear)
  return (
    <SecretDialog title={words.title} hasSecretFrame onClose={onClose}>
      <DraftFormBody form={form} submit={words.submit} onCancel={onClose}>
        <div>{words.text}</div>
        <div>
          <CodeArea
            label={words.words}
            description={words.hint}
            {...form.getInputProps('words')}
            rows={4}
            autoCapitalize="none"
            data-autofocus
          />
          <Box mt="xs" className={ui['soft']} role="status">
            {words.counted(countWords(form.values.words))}
          </Box>
        </div>
      </DraftFormBody>
    </SecretDialog>
  )
}
