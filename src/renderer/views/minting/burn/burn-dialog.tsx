import { Button, Stack, TextInput } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import type { CollectionDetails, TokenRow } from '#contract/collections/calls.ts'
import { type BurnDraftRequest, mintingCalls, type MintTerms } from '#contract/mints/calls.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { usePicking } from '#renderer/stores/picking.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import ui from '#renderer/ui/parts.module.css'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { CloseBar } from '#renderer/views/frame/close-bar.tsx'
import { usePossibleActions } from '#renderer/views/collections/use-possible-actions.ts'
import { PickedTokens } from '#renderer/views/picked-tokens.tsx'
import { useDraftForm } from '#renderer/views/use-draft-form.ts'
import { chosenSigners } from '../form/chosen-signers.ts'
import { PayerChoice } from '../form/payer-choice.tsx'
import { SignerChoice } from '../form/signer-list.tsx'
import { useEstimate } from '../form/use-estimate.ts'
import { ValidFor } from '../valid-for.tsx'
import { useMintTerms } from '../use-mint-terms.ts'
import {
  type BurnDraft,
  type BurnDraftForm,
  burnRequestOf,
  emptyBurnDraft,
  isFilled,
  mayNeedOthers,
  type Places,
} from './burn-draft.ts'
import { BurnCost } from './burn-cost.tsx'
import { WhereSection } from './where-section.tsx'

const words = text.minting.burn

type Parts = {
  readonly collectionRef: CollectionRef
  readonly collection: CollectionDetails
  readonly tokens: readonly TokenRow[]
  readonly onClose: () => void
}

/** Burns minted tokens: what is lost, where it is, what it costs, and the words that confirm it. */
export const BurnDialog = (parts: Parts) => {
  const { collectionRef, tokens, onClose } = parts
  const burn = usePossibleActions(collectionRef, tokens)?.burn
  // While the dialog is open: it is offered only before.
  const isLocked = burn?.isPossible === false && burn.reason === 'policyLocked'
  return (
    <Dialog onClose={onClose} title={words.title(tokens.length)} size="lg">
      {isLocked ? (
        <Stack gap="md">
          <Note>{text.reasons.policyLocked}</Note>
          <CloseBar onClose={onClose} />
        </Stack>
      ) : (
        <Loaded {...parts} />
      )}
    </Dialog>
  )
}

const Loaded = (parts: Parts) => {
  const { collectionRef, tokens } = parts
  const { data: terms, error: termsError, refetch } = useMintTerms(collectionRef)
  const ids = useMemo(() => tokens.map(({ id }) => id), [tokens])
  const { data: mintedTo, error: mintedError } = useCall('minting.mintedTo', {
    ...collectionRef,
    tokens: ids,
  })
  const error = termsError ?? mintedError
  if (error !== null) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (terms === undefined || mintedTo === undefined) return <Waiting />
  return <Form {...parts} ids={ids} terms={terms} mintedTo={mintedTo} />
}

const Form = ({
  collectionRef,
  collection,
  tokens,
  ids,
  terms,
  mintedTo,
  onClose,
}: Parts & {
  readonly ids: readonly string[]
  readonly terms: MintTerms
  readonly mintedTo: Places['mintedTo']
}) => {
  const own = terms.funding.address
  const places = useMemo(() => ({ own, mintedTo }), [own, mintedTo])
  const inputOf = useCallback(
    (draft: Omit<BurnDraft, 'typed'>): BurnDraftRequest => burnRequestOf(draft, places, ids),
    [ids, places],
  )
  const form = useDraftForm({
    initial: emptyBurnDraft,
    schema: mintingCalls['minting.buildBurn'].input.shape.form,
    inputOf,
    submit: async (input, lead) => {
      const burn = await change('minting.buildBurn', { ...collectionRef, form: input })
      usePicking.getState().pick(false)
      onClose()
      lead({
        route: { view: 'mint', ...collectionRef, mintId: burn.id },
        done: words.built(collection.name, burn.tokenCount),
      })
    },
  })
  // The words that are typed change nothing of the estimate.
  const { typed, where, address, funding, payer, signers, validFor } = form.values
  const input = useMemo(
    () => inputOf({ where, address, funding, payer, signers, validFor }),
    [inputOf, where, address, funding, payer, signers, validFor],
  )
  const { estimate, error, isCurrent } = useEstimate('minting.estimateBurn', input, (asked) =>
    isFilled(asked) ? { ...collectionRef, form: asked } : undefined,
  )
  const phrase = words.phrase(tokens.length)
  const isReady =
    typed.trim().toLowerCase() === phrase &&
    isCurrent &&
    error === undefined &&
    estimate?.missing === 0
  return (
    <form {...form.element}>
      <Stack gap="md">
        <PickedTokens tokens={tokens} label={words.list} />
        <div>{words.text}</div>
        <WhereSection places={places} network={terms.network} form={form} />
        <PayerChoice
          group={{ label: text.minting.form.paid }}
          funding={funding}
          fundingProps={form.getInputProps('funding')}
          payerProps={form.getInputProps('payer')}
          network={terms.network}
        />
        {terms.policy.hasChoice && <Signers policy={terms.policy} form={form} />}
        {mayNeedOthers(form.values, places, terms) && (
          <ValidFor {...form.getInputProps('validFor')} />
        )}
        <BurnCost
          collectionRef={collectionRef}
          estimate={estimate}
          error={error}
          isCurrent={isCurrent}
          hasTestWallet={funding === 'own' && terms.funding.hasTestWallet}
          isPaidHere={funding === 'own'}
        />
        <TextInput
          label={text.common.confirmByName(phrase)}
          autoComplete="off"
          {...form.getInputProps('typed')}
        />
        {form.error !== undefined && <ErrorAlert error={form.error} />}
        <DialogButtons>
          <span className={`${ui['soft']} ${ui['grow']}`}>{text.minting.form.buildHint}</span>
          <Button variant="default" onClick={onClose} data-autofocus>
            {words.keep}
          </Button>
          <Button type="submit" color="red" loading={form.isBusy} disabled={!isReady}>
            {words.build}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

const Signers = ({
  policy,
  form,
}: {
  readonly policy: MintTerms['policy']
  readonly form: BurnDraftForm
}) => (
  <div className={ui['stack']}>
    <p className={ui['soft']}>{text.minting.form.chooseText}</p>
    <SignerChoice
      policy={policy}
      chosen={chosenSigners(form.values.signers, policy)}
      onChange={(signers) => form.setFieldValue('signers', signers)}
    />
  </div>
)
