import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import type { CollectionFacts, TokenRow } from '#shared/calls/collections.ts'
import { type BurnForm, mintingCalls, type MintTerms } from '#shared/calls/minting.ts'
import { dateText } from '#shared/format.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { usePicking } from '#renderer/stores/picking.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import ui from '#renderer/ui/parts.module.css'
import { useNow } from '#renderer/ui/use-now.ts'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { lockStateOf } from '#renderer/views/collections/lock.ts'
import { PickedTokens } from '#renderer/views/picked-tokens.tsx'
import { useDraftForm } from '#renderer/views/use-draft-form.ts'
import { durations } from '../form/form-of.ts'
import { addressesOf, type BurnDraft, emptyDraft, type Places, whereOf } from './burn-draft.ts'
import { BurnCost } from './burn-cost.tsx'
import { WhereSection } from './where-section.tsx'

const words = text.minting.burn

type Parts = {
  readonly collectionRef: CollectionRef
  readonly collection: CollectionFacts
  readonly tokens: readonly TokenRow[]
  readonly onClose: () => void
}

/** Burns minted tokens: what is lost, where it is, what it costs, and the words that confirm it. */
export const BurnDialog = (parts: Parts) => {
  const { collection, tokens, onClose } = parts
  const lock = lockStateOf(collection.policy, useNow())
  return (
    <Dialog onClose={onClose} title={words.title(tokens.length)} size="lg">
      {lock.kind === 'locked' ? (
        <Stack gap="md">
          <Note>{words.locked(dateText(lock.time))}</Note>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              {text.common.close}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Loaded {...parts} />
      )}
    </Dialog>
  )
}

const Loaded = (parts: Parts) => {
  const { collectionRef, tokens } = parts
  const {
    data: terms,
    error: termsError,
    refetch,
  } = useCall('minting.terms', collectionRef, {
    // Asking for the first time makes a key, for which a vault is needed.
    through: (work) => withVault(text.minting.keyReason, work),
  })
  const ids = useMemo(() => tokens.map(({ id }) => id), [tokens])
  const { data: mintedTo, error: mintedError } = useCall('minting.mintedTo', {
    ...collectionRef,
    tokens: ids,
  })
  const error = termsError ?? mintedError
  if (error !== null) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (terms === undefined || mintedTo === undefined) return <Waiting />
  return (
    <Form {...parts} ids={ids} terms={terms} places={{ own: terms.funding.address, mintedTo }} />
  )
}

/** Milliseconds without a change of the form before the estimate is asked for. */
const quietMs = 400

const canEstimate = ({ addresses }: BurnForm): boolean =>
  addresses.every((address) => address !== '')

const Form = ({
  collectionRef,
  collection,
  tokens,
  ids,
  terms,
  places,
  onClose,
}: Parts & {
  readonly ids: readonly string[]
  readonly terms: MintTerms
  readonly places: Places
}) => {
  const inputOf = (draft: BurnDraft): BurnForm => ({
    tokens: [...ids],
    addresses: addressesOf(draft, places),
    validForSeconds: Number(draft.validFor),
  })
  const form = useDraftForm({
    initial: emptyDraft,
    schema: mintingCalls['minting.buildBurn'].input.shape.form,
    inputOf,
    submit: async (input, lead) => {
      const burn = await change('minting.buildBurn', { ...collectionRef, form: input })
      usePicking.getState().pick(false)
      onClose()
      lead({
        route: { view: 'mint', ...collectionRef, mintId: burn.id },
        done: words.built(collection.name, burn.tokens),
      })
    },
  })
  const { where, address, validFor, typed } = form.values
  const [settled] = useDebouncedValue(JSON.stringify([where, address, validFor]), quietMs)
  const isSettled = settled === JSON.stringify([where, address, validFor])
  const input = inputOf(form.values)
  const isKnown = canEstimate(input)
  const cost = useCall(
    'minting.estimateBurn',
    isKnown && isSettled ? { ...collectionRef, form: input } : undefined,
    { keepsPrevious: true },
  )
  const estimate = isKnown && cost.error === null ? cost.data : undefined
  const phrase = words.phrase(tokens.length)
  const isReady =
    typed.trim().toLowerCase() === phrase &&
    isSettled &&
    estimate?.missing === '0' &&
    !cost.isPlaceholderData
  return (
    <form {...form.element}>
      <Stack gap="md">
        <PickedTokens tokens={tokens} label={words.list} />
        <div>{words.text}</div>
        <WhereSection places={places} network={terms.network} form={form} />
        {whereOf(form.values, places) !== 'own' && (
          <Select
            label={text.minting.form.validFor}
            description={text.minting.form.validForHint}
            data={durations.map((value) => ({
              value,
              label: text.minting.form.durations[value],
            }))}
            {...form.getInputProps('validFor')}
            maw="var(--field-md)"
          />
        )}
        <BurnCost
          collectionRef={collectionRef}
          estimate={estimate}
          error={isKnown ? cost.error : null}
          isCurrent={isSettled && !cost.isPlaceholderData}
          hasTestWallet={terms.funding.hasTestWallet}
        />
        <TextInput
          label={text.common.confirmByName(phrase)}
          autoComplete="off"
          {...form.getInputProps('typed')}
        />
        {form.error !== undefined && <ErrorAlert error={form.error} />}
        <Group justify="flex-end" gap="sm">
          <span className={`${ui['soft']} ${ui['grow']}`}>{text.minting.form.buildHint}</span>
          <Button variant="default" onClick={onClose} data-autofocus>
            {words.keep}
          </Button>
          <Button type="submit" color="red" loading={form.isBusy} disabled={!isReady}>
            {words.build}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
