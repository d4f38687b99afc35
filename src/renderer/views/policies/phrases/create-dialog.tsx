import { Button, Stack, TextInput } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { CallOutput } from '#contract/window/calls.ts'
import { phraseCalls } from '#contract/policies/phrase-calls.ts'
import { call } from '#renderer/bridge.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { change } from '#renderer/data/change.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { atOwnPaths, useDraftForm } from '#renderer/views/use-draft-form.ts'
import { DialogButtons } from '#renderer/ui/dialog.tsx'
import { DraftFormBody, SubmitForm } from '#renderer/views/frame/submit-form.tsx'
import styles from '../policies.module.css'
import { SecretDialog } from '../secret-dialog.tsx'
import { useProtectedWindow, useWhenHidden } from '#renderer/views/frame/secret-window.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.phrases.creating

type Started = CallOutput<'phrases.start'>
/** The words are in this dialog's state only, and only while they are shown. */
type Step =
  | { readonly at: 'explain' }
  | { readonly at: 'words'; readonly started: Started }
  | { readonly at: 'check'; readonly started: Omit<Started, 'words'> }

/** A new phrase: shown once, then asked for three of its words. */
export const CreatePhraseDialog = ({ onClose }: { readonly onClose: () => void }) => {
  useProtectedWindow()
  const [step, setStep] = useState<Step>({ at: 'explain' })
  const hide = useCallback(() => {
    useNotices.getState().notify('warn', words.hidden)
    onClose()
  }, [onClose])
  return (
    <SecretDialog
      title={words.title}
      step={step.at}
      hasSecretFrame={step.at !== 'explain'}
      onClose={onClose}
    >
      {step.at === 'explain' && (
        <Explain onStarted={(started) => setStep({ at: 'words', started })} onCancel={onClose} />
      )}
      {step.at === 'words' && (
        <Words
          words={step.started.words}
          onHidden={hide}
          onWritten={() => {
            const { fingerprint, wordNumbers } = step.started
            setStep({ at: 'check', started: { fingerprint, wordNumbers } })
          }}
          onCancel={onClose}
        />
      )}
      {step.at === 'check' && (
        <Check
          started={step.started}
          onAgain={() => setStep({ at: 'explain' })}
          onClose={onClose}
        />
      )}
    </SecretDialog>
  )
}

const Explain = ({
  onStarted,
  onCancel,
}: {
  readonly onStarted: (started: Started) => void
  readonly onCancel: () => void
}) => (
  <SubmitForm
    submit={words.show}
    onSubmit={async () =>
      onStarted(await withVault(words.reason, () => call('phrases.start', null)))
    }
    onCancel={onCancel}
  >
    <div>{words.explain}</div>
    <div>{words.scripts}</div>
  </SubmitForm>
)

const Words = ({
  words: shown,
  onHidden,
  onWritten,
  onCancel,
}: {
  readonly words: readonly string[]
  readonly onHidden: () => void
  readonly onWritten: () => void
  readonly onCancel: () => void
}) => {
  useWhenHidden(onHidden)
  return (
    <Stack gap="md">
      <div>{words.shown}</div>
      <ol className={styles['words']} aria-label={words.words}>
        {shown.map((word, index) => (
          // A phrase may contain a word twice; the position identifies it.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <span className={styles['wordPosition']}>{index + 1}</span> {word}
          </li>
        ))}
      </ol>
      <DialogButtons>
        <Button variant="default" onClick={onCancel}>
          {text.common.cancel}
        </Button>
        <Button onClick={onWritten}>{words.written}</Button>
      </DialogButtons>
    </Stack>
  )
}

const Check = ({
  started: { fingerprint, wordNumbers },
  onAgain,
  onClose,
}: {
  readonly started: Omit<Started, 'words'>
  readonly onAgain: () => void
  readonly onClose: () => void
}) => {
  const form = useDraftForm({
    initial: { given: wordNumbers.map((position) => ({ position, word: '' })) },
    schema: phraseCalls['phrases.confirm'].input,
    inputOf: ({ given }) => ({ fingerprint, given }),
    errorsOf: (_values, found) =>
      atOwnPaths(
        found.map(({ field, message }) => ({
          // The form's paths have no brackets.
          field: field.replaceAll(/\[(\d+)\]/gu, '.$1'),
          message,
        })),
      ),
    submit: async (input) => {
      await withVault(words.reason, () => change('phrases.confirm', input))
      useNotices.getState().notify('good', words.done)
      onClose()
    },
  })
  useWhenHidden(form.clear)
  return (
    <DraftFormBody form={form} submit={words.keep} cancel={words.again} onCancel={onAgain}>
      <div>{words.check}</div>
      <div className={ui['triple']}>
        {wordNumbers.map((position, index) => (
          <TextInput
            key={position}
            label={words.word(position)}
            {...form.getInputProps(`given.${index}.word`)}
            autoCapitalize="none"
            spellCheck={false}
            {...(index === 0 ? { 'data-autofocus': true } : {})}
          />
        ))}
      </div>
    </DraftFormBody>
  )
}
