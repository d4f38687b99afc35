import { useCallback, useState } from 'react'
import { useNotices } from '#renderer/stores/notices.ts'
import { change } from '#renderer/data/change.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { CodeArea } from '#renderer/ui/code-input.tsx'
import styles from '../policies.module.css'
import { SecretDialog } from '../secret-dialog.tsx'
import { SecretForm } from '../secret-form.tsx'
import { useProtectedWindow, useWhenHidden } from '../secret-window.ts'
import { countWords } from './phrase-uses.ts'

const words = text.policies.phrases.restoring
const fewestWords = 12

/** A phrase by its words, which stay in this dialog and go with it. */
export const RestorePhraseDialog = ({ onClose }: { readonly onClose: () => void }) => {
  useProtectedWindow()
  const [typed, setTyped] = useState('')
  useWhenHidden(useCallback(() => setTyped(''), []))
  const count = countWords(typed)
  const submit = async () => {
    const { fingerprint } = await withVault(words.reason, () =>
      change('phrases.restore', { words: typed }),
    )
    useNotices.getState().notify('good', words.done(fingerprint))
    onClose()
  }
  return (
    <SecretDialog title={words.title} onClose={onClose}>
      <SecretForm
        submit={words.submit}
        isReady={count >= fewestWords}
        onSubmit={submit}
        onCancel={onClose}
      >
        <div>{words.text}</div>
        <div>
          <CodeArea
            label={words.words}
            description={words.hint}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            rows={4}
            autoCapitalize="none"
            data-autofocus
          />
          <div className={styles['below']} role="status">
            {words.counted(count)}
          </div>
        </div>
      </SecretForm>
    </SecretDialog>
  )
}
