import { Button, Group, Progress, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TokenRow } from '#contract/collections/calls.ts'
import { durationText, withAdaSign } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import ui from '#renderer/ui/parts.module.css'
import styles from '../collection.module.css'
import type { Batch } from './use-batch.ts'

const words = text.picking

/** A dialog that asks, then works through tokens one by one, and lists those that failed. */
export const BatchDialog = ({
  title,
  working,
  batch,
  size = 'md',
  onClose,
  children,
}: {
  readonly title: string
  readonly size?: 'md' | 'lg'
  /** What is being done, for the progress bar. */
  readonly working: string
  readonly batch: Batch
  readonly onClose: () => void
  /** What it asks before it starts. */
  readonly children: ReactNode
}) => {
  const { state } = batch
  const isWorking = state.kind === 'working'
  return (
    <Dialog
      title={title}
      size={size}
      onClose={onClose}
      // Closing would leave the work without a way to stop it.
      closeOnEscape={!isWorking}
      closeOnClickOutside={!isWorking}
      withCloseButton={!isWorking}
    >
      {state.kind === 'asking' && children}
      {state.kind === 'working' && <Working label={working} state={state} onStop={batch.stop} />}
      {state.kind === 'ended' && <Ended state={state} onRetry={batch.retry} onClose={onClose} />}
    </Dialog>
  )
}

type State<K> = Extract<Batch['state'], { readonly kind: K }>

const Working = ({
  label,
  state: { count, all, secondsLeft },
  onStop,
}: {
  readonly label: string
  readonly state: State<'working'>
  readonly onStop: () => void
}) => (
  <Stack gap="md">
    <Group gap="sm" wrap="nowrap">
      <span className={ui['grow']} role="status">
        {words.progress(count, all)}
      </span>
      {secondsLeft !== undefined && (
        <span className={ui['soft']}>{words.left(durationText(secondsLeft))}</span>
      )}
    </Group>
    <Progress.Root size="lg">
      <Progress.Section value={(count / all) * 100} aria-label={label} />
    </Progress.Root>
    <DialogButtons>
      <Button variant="default" onClick={onStop} data-autofocus>
        {words.stop}
      </Button>
    </DialogButtons>
  </Stack>
)

const Ended = ({
  state: { done, failed, all },
  onRetry,
  onClose,
}: {
  readonly state: State<'ended'>
  readonly onRetry: (tokens: readonly TokenRow[]) => void
  readonly onClose: () => void
}) => {
  const worked = done.length + failed.length
  return (
    <Stack gap="md">
      <p className={`${ui['grow']} ${ui['breakable']}`} role="status">
        {failed.length > 0 ? words.failed(failed.length, worked) : words.stopped(worked, all)}
      </p>
      {failed.length > 0 && (
        <ul className={styles['failures']} aria-label={words.failures} tabIndex={0}>
          {failed.map(({ token, message }) => (
            <li key={token.id}>
              <strong>{token.name}</strong>: {withAdaSign(message)}
            </li>
          ))}
        </ul>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {text.common.close}
        </Button>
        {failed.length > 0 && (
          <Button onClick={() => onRetry(failed.map(({ token }) => token))}>
            {words.retry(failed.length)}
          </Button>
        )}
      </DialogButtons>
    </Stack>
  )
}
