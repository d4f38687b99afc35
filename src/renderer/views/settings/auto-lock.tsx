import { Button, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { settings } from '#shared/calls/facts.ts'
import { useSettings } from '#renderer/data/app.ts'
import { change } from '#renderer/data/change.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import styles from './settings.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.settings.vault

/** Idle minutes until the vault locks itself. */
export const AutoLock = () => {
  const saved = useSettings().autoLockMinutes
  const [typed, setTyped] = useState<number | string>(saved)
  const wanted = settings.shape.autoLockMinutes.safeParse(typed)
  const save = () =>
    attempt(async () => {
      if (!wanted.success) return
      await change('app.changeSettings', { autoLockMinutes: wanted.data })
      useNotices.getState().notify('good', words.autoLockSaved(wanted.data))
    })
  return (
    <Sheet title={words.autoLockTitle}>
      <form
        className={ui['tools']}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <NumberInput
          label={words.autoLock}
          description={words.autoLockHint}
          error={wanted.success ? undefined : words.autoLockError}
          value={typed}
          onChange={setTyped}
          allowDecimal={false}
          allowNegative={false}
          className={styles['field']}
        />
        <Button type="submit" variant="default" disabled={!wanted.success || wanted.data === saved}>
          {text.common.save}
        </Button>
      </form>
    </Sheet>
  )
}
