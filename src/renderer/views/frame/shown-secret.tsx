import { Group, Stack } from '@mantine/core'
import { Copy, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '#renderer/bridge.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { useWhenHidden } from './secret-window.ts'
import ui from '#renderer/ui/parts.module.css'
import { IconButton } from '#renderer/ui/icon-button.tsx'

const words = text.policies.reveal
const shownSeconds = 60

/**
 * A secret that the user asked for. It disappears after a minute or when the window is hidden; a
 * copy leaves the clipboard again. It is shown in a dialog with the secret frame.
 */
export const ShownSecret = ({
  secret,
  label,
  warning,
  onHide,
}: {
  readonly secret: string
  readonly label: string
  readonly warning: string
  readonly onHide: () => void
}) => {
  const left = useSecondsLeft(shownSeconds, onHide)
  useWhenHidden(onHide)
  const copySecret = () =>
    attempt(async () => {
      await call('app.copy', { text: secret, secret: true })
      useNotices.getState().notify('info', words.copied)
    })
  return (
    <Stack gap="md">
      <div>{warning}</div>
      <pre className={ui['rawText']} tabIndex={0} role="region" aria-label={label}>
        {secret}
      </pre>
      <Group justify="space-between" gap="sm">
        <span className={ui['soft']}>{words.hides(left)}</span>
        <Group gap="sm">
          <IconButton icon={Copy} title={words.copyHint} onClick={() => void copySecret()}>
            {words.copy}
          </IconButton>
          <IconButton variant="filled" icon={EyeOff} onClick={onHide}>
            {words.hide}
          </IconButton>
        </Group>
      </Group>
      <span className={ui['small']}>{words.copyHint}</span>
    </Stack>
  )
}

/** Counts down by the clock, not by ticks: a window that slept hides at once when it wakes. */
const useSecondsLeft = (seconds: number, onEnd: () => void): number => {
  const [end] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => {
      const rest = Math.ceil((end - Date.now()) / 1000)
      setLeft(Math.max(0, rest))
      if (rest <= 0) onEnd()
    }, 250)
    return () => clearInterval(timer)
  }, [end, onEnd])
  return left
}
