import { Box, Button, Group, Stack } from '@mantine/core'
import { Ban, Images } from 'lucide-react'
import { type ComponentProps, useCallback, useEffect, useMemo, useState } from 'react'
import type { CollectionDetails, TokenRow } from '#contract/collections/calls.ts'
import { type MintDraftRequest, mintingCalls, type MintTerms } from '#contract/mints/calls.ts'
import type { MintEstimate } from '#contract/mints/mint.ts'
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
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { FormPage } from '#renderer/ui/form-page.tsx'
import { Empty, Page, Sheet } from '#renderer/ui/page.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { useDraftForm } from '#renderer/views/use-draft-form.ts'
import { CostSection } from './cost-section.tsx'
import {
  chosenRows,
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
import { type ShownEstimate, useEstimate } from './use-estimate.ts'
import { RehearsalParts, useMintRehearsal } from '../../mint-rehearsal.tsx'
import { MintedImagesCheck, useMintedImages } from '#renderer/views/minted-images.tsx'
import { PermanentSheet } from '../permanent-sheet.tsx'
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
  const needsRoyalty = awaitsRoyalty(royalty)
  const input = useMemo(() => inputOf(form.values), [inputOf, form.values])
  const cost = useEstimate('minting.estimate', input, (asked) =>
    canEstimate(asked) ? { ...collectionRef, form: asked } : undefined,
  )
  const estimate = cost.error === undefined ? cost.estimate : undefined
  const missing = missingFor(form.error, estimate)
  const [isFunding, setIsFunding] = useState(false)
  const rehearsal = useMintRehearsal(collectionRef, input.tokens, form.values.skipsRehearsal)
  const images = useMintedImages({ collectionRef, tokens: input.tokens }, form.values)
  const chosen = useMemo(() => chosenRows(open, form.values), [open, form.values])
  const reasons = {
    royalty: needsRoyalty && input.royalty === undefined && text.reasons.royaltyFirst,
    rehearsal: rehearsal.isMissing && words.rehearsal.first,
    images: images.isOpen && words.imagesFirst,
    tokens: form.values.tokens !== 'picked' && chosen.length === 0 && words.chooseFirst,
  }
  const blocked = Object.values(reasons).find((reason) => reason !== false)
  return (
    <>
      <FormPage
        form={form}
        submit={words.build}
        isBlocked={blocked !== undefined || missing !== undefined}
        aside={
          <Stack gap="lg">
            <CostSection {...cost} />
            <PermanentSheet policy={collection.policy} />
          </Stack>
        }
        status={<FormStatus blocked={blocked} missing={missing} cost={cost} />}
        end={
          missing !== undefined && (
            <Button onClick={() => setIsFunding(true)}>{text.minting.fund}</Button>
          )
        }
      >
        {needsRoyalty && (
          <RoyaltyMintSection collectionRef={collectionRef} royalty={ahead} form={form} />
        )}
        <TokensSection open={open} chosen={chosen} form={form} />
        <MintedImagesCheck
          images={images}
          localProps={form.getInputProps('acceptsLocalImages', { type: 'checkbox' })}
          unfetchedProps={form.getInputProps('acceptsUnfetchedImages', { type: 'checkbox' })}
        />
        <ReceiverSection terms={terms} payout={payout} form={form} />
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
          terms={terms}
          estimate={estimate}
          form={form}
          onRefresh={() => Promise.all([onRefresh(), cost.refetch()])}
        />
        <SignersSection terms={terms} form={form} />
      </FormPage>
      {missing !== undefined && isFunding && (
        <FundDialog
          collectionRef={collectionRef}
          missing={missing}
          estimate={estimate}
          funding={terms.funding}
          onRefresh={onRefresh}
          onClose={() => setIsFunding(false)}
        />
      )}
    </>
  )
}

/** What the mint costs, and what is to be done before it can be reviewed. */
const FormStatus = ({
  blocked,
  missing,
  cost: { estimate, error, isCurrent },
}: {
  readonly blocked: string | undefined
  readonly missing: ReturnType<typeof missingFor>
  readonly cost: ShownEstimate
}) => (
  <>
    {estimate !== undefined && error === undefined && (
      <Box fw={600} c={isCurrent ? 'inherit' : 'var(--ink-soft)'}>
        <AdaSentence
          say={words.cost.total}
          amounts={[{ lovelace: estimate.total, rounding: 'up' }]}
        />
      </Box>
    )}
    <Group gap="0 8px" className={ui['soft']}>
      {(blocked !== undefined || missing === undefined) && (
        <span>{blocked ?? words.buildHint}</span>
      )}
      {missing !== undefined && (
        <span>
          <AdaSentence
            say={words.missing}
            amounts={[{ lovelace: missing.lovelace, rounding: 'up' }]}
          />
        </span>
      )}
    </Group>
  </>
)

/** What the paying address lacks: as it was estimated, or as the build that failed says. */
const missingFor = (
  error: ComponentProps<typeof FormPage>['form']['error'],
  estimate: MintEstimate | undefined,
) => {
  if (typeof error === 'object') return missingAda(error.details)
  return estimate === undefined || estimate.missing === 0
    ? undefined
    : { lovelace: String(estimate.missing), address: estimate.address }
}

const canEstimate = ({ tokens, to, funding }: MintDraftRequest): boolean =>
  tokens.length > 0 && to !== '' && (funding === 'own' || funding.address !== '')
