import { Button, Checkbox, Progress, Stack } from '@mantine/core'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import type { MintForm, MintRehearsalRun } from '#shared/calls/minting.ts'
import {
  differencesOf,
  isRehearsed,
  type MintRehearsalState,
  rehearsedText,
} from '#shared/mint-rehearsal.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { ActionButton } from '#renderer/views/action-button.tsx'
import type { MintDraftForm } from './form-of.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.form.rehearsal

/** The first mint on mainnet is played on the devnet first, unless the user does without. */
export const RehearsalSection = ({
  collectionRef,
  tokens,
  state,
  form,
  onRehearsed,
}: {
  readonly collectionRef: CollectionRef
  readonly tokens: MintForm['tokens']
  readonly state: MintRehearsalState
  readonly form: MintDraftForm
  readonly onRehearsed: () => void
}) => {
  const { data: run } = useCall('minting.rehearsal', null)
  const isOver = run?.state === 'over'
  useEffect(() => {
    if (isOver) onRehearsed()
  }, [isOver, onRehearsed])
  const isDone = isRehearsed(state)
  const isOwn = run?.collectionId === collectionRef.collectionId
  return (
    <Sheet title={words.title}>
      <Stack gap="sm">
        <div>
          <StatusBadge tone={isDone ? 'good' : 'warn'} icon={isDone ? CircleCheck : TriangleAlert}>
            {isDone ? words.done : words.missing}
          </StatusBadge>
        </div>
        <p className={ui['soft']}>{words.text}</p>
        <div role="status">
          {rehearsedText(state)} {differencesOf(state).join(' ')}
          {isDone && ` ${words.same}`}
        </div>
        {run !== undefined && isOwn && <Run run={run} />}
        {!isDone && run?.state !== 'running' && run?.state !== 'stopping' && (
          <div>
            <ActionButton
              action={() =>
                withVault(text.minting.vaultReason, () =>
                  change('minting.rehearse', { ...collectionRef, tokens }),
                )
              }
            >
              {words.start}
            </ActionButton>
          </div>
        )}
        {!isDone && (
          <Checkbox
            label={words.skip}
            description={words.skipHint}
            {...form.getInputProps('skipsRehearsal', { type: 'checkbox' })}
          />
        )}
      </Stack>
    </Sheet>
  )
}

const Run = ({ run: { state, progress, error } }: { readonly run: MintRehearsalRun }) => {
  if (state === 'over') return error === null ? null : <ErrorAlert error={error} />
  const { step, done, total } = progress ?? { step: 'tokens', done: 0, total: 0 }
  return (
    <div className={ui['stack']}>
      <div role="status">{words.steps[step]}</div>
      <Progress.Root size="sm">
        <Progress.Section
          value={total === 0 ? 0 : Math.floor((done * 100) / total)}
          aria-label={words.bar}
        />
      </Progress.Root>
      <div>
        <Button
          variant="default"
          loading={state === 'stopping'}
          onClick={() => void change('minting.stopRehearsal', null)}
        >
          {words.stop}
        </Button>
      </div>
    </div>
  )
}
