import { Button, Checkbox, Progress, Stack } from '@mantine/core'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { dateText } from '#values/text/format.ts'
import { useCallback, useEffect } from 'react'
import type { MintDraftRequest, MintRehearsalRun } from '#contract/mints/calls.ts'
import {
  isRehearsed,
  type MintRehearsalState,
  rehearsalSentences,
} from '#contract/mints/mint-rehearsal.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { ActionButton } from './action-button.tsx'
import { useCheckbox } from './use-checkbox.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.form.rehearsal

type Props = {
  readonly collectionRef: CollectionRef
  /** Which tokens its button rehearses. */
  readonly tokens: MintDraftRequest['tokens']
  readonly rehearsal: MintRehearsalPanel
  /** What leads to the mint, in words. */
  readonly about: { readonly text: string; readonly skip: string }
  /** Of the field that says to do without. */
  readonly skipProps: object
}

/** How a first mint on mainnet stands to its rehearsal, and whether one is missing. */
export const useMintRehearsal = (
  collectionRef: CollectionRef,
  tokens: MintDraftRequest['tokens'],
  isSkipped: boolean,
) => {
  const { data: state = null, refetch } = useCall(
    'minting.rehearsalState',
    { ...collectionRef, tokens },
    { keepsPrevious: true },
  )
  const onRehearsed = useCallback(() => void refetch(), [refetch])
  return { state, isMissing: state !== null && !isRehearsed(state) && !isSkipped, onRehearsed }
}
export type MintRehearsalPanel = ReturnType<typeof useMintRehearsal>

/** The same, with a checkbox of its own in place of a form's field. */
export const useSkippableRehearsal = (
  collectionRef: CollectionRef,
  tokens: MintDraftRequest['tokens'],
) => {
  const skipProps = useCheckbox()
  const rehearsal = useMintRehearsal(collectionRef, tokens, skipProps.checked)
  return { rehearsal, skipsRehearsal: skipProps.checked, skipProps }
}

/** The first mint on mainnet is played on the devnet first, unless the user does without. */
export const RehearsalParts = ({ rehearsal: { state, onRehearsed }, ...rest }: Props) => {
  const { data: run } = useCall('minting.rehearsal', null)
  const isOver = run?.state === 'over'
  useEffect(() => {
    if (isOver) onRehearsed()
  }, [isOver, onRehearsed])
  return state === null ? null : <State state={state} run={run} {...rest} />
}

const State = ({
  collectionRef,
  tokens,
  state,
  run,
  about,
  skipProps,
}: Omit<Props, 'rehearsal'> & {
  readonly state: MintRehearsalState
  readonly run: MintRehearsalRun | undefined
}) => {
  const isDone = isRehearsed(state)
  const isOwn = run?.collectionId === collectionRef.collectionId
  return (
    <Stack gap="sm">
      <div>
        <StatusBadge tone={isDone ? 'good' : 'warn'} icon={isDone ? CircleCheck : TriangleAlert}>
          {isDone ? words.done : words.missing}
        </StatusBadge>
      </div>
      <p className={ui['soft']}>{about.text}</p>
      <div role="status">{rehearsalSentences(state, (time) => dateText(time)).join(' ')}</div>
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
      {!isDone && <Checkbox label={about.skip} description={words.skipHint} {...skipProps} />}
    </Stack>
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
