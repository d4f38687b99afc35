import { Button } from '@mantine/core'
import { Ban, Images } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { CollectionDetails, TokenRow } from '#contract/collections/calls.ts'
import { type MintDraftRequest, mintingCalls, type MintTerms } from '#contract/mints/calls.ts'
import { call, missingAda } from '#renderer/bridge.ts'
import { reopenTokens, useTokens } from '#renderer/data/tokens.ts'
import { change } from '#renderer/data/change.ts'
import { awaitsRoyalty, type CollectionRef } from '#renderer/data/minting.ts'
import type { Reason } from '#renderer/data/possible-actions.ts'
import { canBeSold } from '#renderer/data/token-status.ts'
import { useRoyalty } from '#renderer/data/use-royalty.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { FormPage } from '#renderer/ui/form-page.tsx'
import { Empty, Page, Sheet } from '#renderer/ui/page.tsx'
import { Ada } from '#renderer/ui/text-parts.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { useDraftForm } from '#renderer/views/use-draft-form.ts'
import { CostSection } from './cost-section.tsx'
import {
  emptyMintDraft,
  mintErrorsOf,
  mintRequestOf,
  mintDraftKey,
  type MintFormDraft,
  payoutOf,
  royaltyAhead,
} from './form-of.ts'
import { FundDialog } from './fund-dialog.tsx'
import { FundingSection } from './funding-section.tsx'
import { ReceiverSection } from './receiver-section.tsx'
import { RoyaltyMintSection } from './royalty-section.tsx'
import { SignersSection } from './signers-section.tsx'
import { TokensSection } from './tokens-section.tsx'
import { useEstimate } from './use-estimate.ts'
import { RehearsalParts, useMintRehearsal } from '../../mint-rehearsal.tsx'
import { MintedImagesCheck, useMintedImages } from '#renderer/views/minted-images.tsx'
import { useMintTerms } from '../use-mint-terms.ts'
import ui from '#renderer/ui/parts.module.css'
import { CollectionLink } from '../../collections/collection-link.tsx'
import { usePossibleActions } from '../../collections/use-possible-actions.ts'

const words = text.minting.form

/** What is to be minted, for whom, from what, and signed by whom. */
export const MintFormPage = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const { accountId, collectionId } = collectionRef
  const tokens = useTokens(collectionRef)
  const {
    data: collection,
    error: collectionError,
    refetch: refetchCollection,
  } = useCall('collections.get', collectionRef)
  const { data: minting } = useCall('minting.list', collectionRef)
  const { data: terms, error: termsError, refetch } = useMintTerms(collectionRef)
  useEffect(() => {
    reopenTokens({ accountId, collectionId })
  }, [accountId, collectionId])
  const error = termsError ?? collectionError ?? tokens.error ?? undefined
  return (
    <Page fixed from={<CollectionLink collectionRef={collectionRef} />} title={text.minting.title}>
      {minting?.canMint === false && (
        <Empty
          icon={<Ban size={40} strokeWidth={1.25} aria-hidden />}
          title={words.unsupported.title}
        >
          {words.unsupported.text}
        </Empty>
      )}
      {minting?.canMint !== false && error !== undefined && (
        <ErrorAlert
          error={error}
          onRetry={() => void Promise.all([refetch(), refetchCollection(), tokens.refetch()])}
        />
      )}
      {error === undefined && minting?.canMint !== false && (
        <Ready
          key={`${accountId} ${collectionId}`}
          collectionRef={collectionRef}
          collection={collection}
          terms={terms}
          onRefresh={refetch}
        />
      )}
    </Page>
  )
}

type Parts = {
  readonly collectionRef: CollectionRef
  readonly onRefresh: () => Promise<unknown>
}

/** Why the form would lead nowhere. The royalty is paid for from the form too. */
const impossible: ReadonlySet<Reason> = new Set(['noTokens', 'noneOpen', 'policyLocked'])

const Ready = ({
  collection,
  terms,
  ...rest
}: Parts & {
  readonly collection: CollectionDetails | undefined
  readonly terms: MintTerms | undefined
}) => {
  const { tokens, isLoading } = useTokens(rest.collectionRef)
  const { go } = useNavigation()
  const open = useMemo(() => tokens.filter(canBeSold), [tokens])
  const possible = usePossibleActions(rest.collectionRef)
  if (
    collection === undefined ||
    terms === undefined ||
    possible === undefined ||
    (isLoading && tokens.length === 0)
  )
    return <Waiting />
  const { mint, importTokens } = possible
  const isImpossible = !mint.isPossible && impossible.has(mint.reason)
  if (isImpossible && !isLoading)
    return (
      <Empty
        icon={<Images size={40} strokeWidth={1.25} aria-hidden />}
        title={words.noTokens}
        action={
          importTokens.isPossible && (
            <Button onClick={() => go({ view: 'import', ...rest.collectionRef })}>
              {text.collections.detail.import}
            </Button>
          )
        }
      >
        {text.reasons[mint.reason]}
      </Empty>
    )
  return <Form collection={collection} terms={terms} open={open} {...rest} />
}

const Form = ({
  collectionRef,
  collection,
  terms,
  open,
  onRefresh,
}: Parts & {
  readonly collection: CollectionDetails
  readonly terms: MintTerms
  readonly open: readonly TokenRow[]
}) => {
  const { data: royalty } = useRoyalty(collectionRef)
  const known = useMemo(() => new Set(open.map(({ id }) => id)), [open])
  const payout = payoutOf(collection)
  const ahead = useMemo(() => royaltyAhead(royalty), [royalty])
  // What was picked before may be minted by now.
  const inputOf = useCallback(
    (draft: MintFormDraft) =>
      mintRequestOf(
        { ...draft, picked: new Set([...draft.picked].filter((id) => known.has(id))) },
        { payout, terms, royalty: ahead },
      ),
    [known, payout, terms, ahead],
  )
  const form = useDraftForm({
    initial: emptyMintDraft,
    draftKey: mintDraftKey(collectionRef),
    schema: mintingCalls['minting.build'].input.shape.form,
    inputOf,
    check: (input) => call('minting.check', { ...collectionRef, form: input }),
    errorsOf: (draft, found) => mintErrorsOf(draft, found, payout),
    about: JSON.stringify([terms.funding, royalty?.status]),
    submit: async (input, lead) => {
      const { skipsRehearsal, acceptsLocalImages, acceptsUnfetchedImages } = form.values
      const made = await change('minting.build', {
        ...collectionRef,
        form: input,
        skipsRehearsal,
        acceptsLocalImages,
        acceptsUnfetchedImages,
      })
      form.clear()
      lead({
        route: { view: 'mint', ...collectionRef, mintId: made.id },
        done: words.built(collection.name, made.tokenCount),
        replaces: true,
      })
    },
  })
  /** The error whose dialog is open: another one opens none. */
  const [funding, setFunding] = useState<typeof form.error>()
  const missing = typeof form.error === 'object' ? missingAda(form.error.details) : undefined
  const fund = missing && { label: text.minting.fund, run: () => setFunding(form.error) }
  const needsRoyalty = awaitsRoyalty(royalty)
  const input = useMemo(() => inputOf(form.values), [inputOf, form.values])
  const cost = useEstimate('minting.estimate', input, (asked) =>
    canEstimate(asked) ? { ...collectionRef, form: asked } : undefined,
  )
  const estimate = cost.error === undefined ? cost.estimate : undefined
  const rehearsal = useMintRehearsal(collectionRef, input.tokens, form.values.skipsRehearsal)
  const images = useMintedImages({ collectionRef, tokens: input.tokens }, form.values)
  return (
    <>
      <FormPage
        form={form}
        submit={words.build}
        isBlocked={
          (needsRoyalty && input.royalty === undefined) || rehearsal.isMissing || images.isOpen
        }
        errorAction={fund}
        end={
          <>
            <span className={ui['soft']}>
              {rehearsal.isMissing ? words.rehearsal.first : words.buildHint}
            </span>
            {estimate !== undefined && (
              <strong className={ui['number']}>
                {text.minting.mint.totalCost} <Ada lovelace={estimate.total} rounding="up" />
              </strong>
            )}
          </>
        }
      >
        {needsRoyalty && (
          <RoyaltyMintSection collectionRef={collectionRef} royalty={ahead} form={form} />
        )}
        <TokensSection open={open} form={form} />
        <ReceiverSection terms={terms} payout={payout} form={form} />
        <MintedImagesCheck
          images={images}
          localProps={form.getInputProps('acceptsLocalImages', { type: 'checkbox' })}
          unfetchedProps={form.getInputProps('acceptsUnfetchedImages', { type: 'checkbox' })}
        />
        <CostSection {...cost} />
        {rehearsal.state !== null && (
          <Sheet title={words.rehearsal.title}>
            <RehearsalParts
              collectionRef={collectionRef}
              tokens={input.tokens}
              rehearsal={rehearsal}
              about={words.rehearsal}
              skipProps={form.getInputProps('skipsRehearsal', { type: 'checkbox' })}
            />
          </Sheet>
        )}
        <FundingSection
          collectionRef={collectionRef}
          terms={terms}
          estimate={estimate}
          isCurrent={cost.isCurrent}
          form={form}
          onRefresh={() => Promise.all([onRefresh(), cost.refetch()])}
        />
        <SignersSection terms={terms} form={form} />
      </FormPage>
      {missing !== undefined && funding === form.error && (
        <FundDialog
          collectionRef={collectionRef}
          missing={missing}
          funding={terms.funding}
          onRefresh={onRefresh}
          onClose={() => setFunding(undefined)}
        />
      )}
    </>
  )
}

const canEstimate = ({ tokens, to, funding }: MintDraftRequest): boolean =>
  tokens.length > 0 && to !== '' && (funding === 'own' || funding.address !== '')
