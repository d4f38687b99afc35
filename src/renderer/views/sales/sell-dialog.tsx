import { isPriced } from '#contract/mints/chosen-tokens.ts'
import { Button, Group, NumberInput, Radio, Stack, TextInput } from '@mantine/core'
import type { CollectionDetails, TokenRow } from '#contract/collections/calls.ts'
import type { SaleRoundsView } from '#contract/sales/calls.ts'
import { type SaleRequest, saleRequest } from '#contract/sales/sale.ts'
import { adaField } from '#values/amounts/ada-amount.ts'
import { priceOfEach } from '#values/amounts/price-rule.ts'
import { numberText } from '#values/text/format.ts'
import { incomeOf } from '#contract/sales/sale-costs.ts'
import { totalPrice } from '#contract/sales/total-price.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { usePicking } from '#renderer/stores/picking.ts'
import { useIsLocal } from '#renderer/stores/accounts.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import { ErrorAlert, Note, Warning } from '#renderer/ui/error-alert.tsx'
import { Fold } from '#renderer/ui/fold.tsx'
import { usePossibleActions } from '../collections/use-possible-actions.ts'
import { RehearsalParts, useMintRehearsal } from '../mint-rehearsal.tsx'
import { MintedImagesCheck, useMintedImages } from '#renderer/views/minted-images.tsx'
import { PickedTokens } from '../picked-tokens.tsx'
import { useDraftForm } from '../use-draft-form.ts'
import { CallsForecast } from './calls-notice.tsx'
import {
  emptyDraft,
  errorsOf,
  saleFieldNamed,
  maxQuantity,
  quantityOf,
  requestOf,
  type SaleDraft,
  saleDraftKey,
  type SaleDraftForm,
} from './sale-draft.ts'
import { useEffect, useMemo } from 'react'
import { useTokens } from '#renderer/data/tokens.ts'
import { sumOfPrices } from '#renderer/data/token-counts.ts'
import { isListed } from '#contract/tokens/token-state.ts'
import { canBeSold } from '#renderer/data/token-status.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.form

/** Makes a payment link for one buyer: which tokens, at what price, for how long. */
export const SellDialog = ({
  collectionRef,
  collection,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly collection: CollectionDetails
  readonly onClose: () => void
}) => {
  const offer = useOffer(collectionRef)
  const isLocal = useIsLocal(collectionRef.accountId)
  const { data: rounds, error: roundsError } = useCall('sales.rounds', collectionRef)
  const isElsewhere = rounds !== undefined && rounds.keys_elsewhere.length > 0
  const selling = usePossibleActions(collectionRef)?.sell
  const form = useDraftForm({
    initial: emptyDraft(collection.reservation_time),
    draftKey: saleDraftKey(collectionRef),
    schema: saleRequest,
    inputOf: (draft) => requestOf(draft, idsOf(tokensToSell(offer, draft)), rounds),
    errorsOf: (draft, found) => errorsOf(draft, found, offer.picked.length > 0),
    fieldNamed: saleFieldNamed,
    submit: async (input, lead) => {
      // The studio's first sale makes the wallet that sales are paid to.
      const sale = await withVault(words.walletReason, () =>
        change('sales.create', {
          ...collectionRef,
          request: input,
          skipsRehearsal: form.values.skipsRehearsal,
          acceptsLocalImages: form.values.acceptsLocalImages,
          acceptsUnfetchedImages: form.values.acceptsUnfetchedImages,
        }),
      )
      usePicking.getState().pick(false)
      onClose()
      lead({
        route: { view: 'sale', ...collectionRef, saleId: sale.id },
        done: words.created,
      })
    },
  })
  const tokens = tokensToSell(offer, form.values)
  const ids = idsOf(tokens)
  const sale = saleRequest.safeParse(requestOf(form.values, ids, rounds)).data
  const listed = listedPrice(offer, form.values)
  usePrefilledPrice(form, listed)
  // Any of them may be drawn.
  const toMint = form.values.type === 'random' ? 'all' : ids
  const rehearsal = useMintRehearsal(collectionRef, toMint, form.values.skipsRehearsal)
  const images = useMintedImages({ collectionRef, tokens: toMint }, form.values)
  const isBlocked =
    selling?.isPossible !== true || rounds === undefined || rehearsal.isMissing || images.isOpen
  return (
    <Dialog onClose={onClose} title={words.title} size="lg">
      <form {...form.element}>
        <Stack gap="md">
          <div>
            {words.text}
            {isLocal && <p className={ui['soft']}>{words.here}</p>}
          </div>
          {selling?.isPossible === false && selling.reason !== 'unknown' && (
            <Note>{text.reasons[selling.reason]}</Note>
          )}
          <div className={ui['pair']}>
            <Price form={form} listed={listed} />
            {sale !== undefined && (
              <Total collectionRef={collectionRef} sale={sale} tokens={tokens} />
            )}
          </div>
          {sale !== undefined && listed !== undefined && (
            <FarBelow price={totalPrice(sale.price, tokens.length)} listed={listed} />
          )}
          <WhichTokens
            collectionRef={collectionRef}
            isPicked={offer.picked.length > 0}
            tokens={tokens}
            form={form}
            onClose={onClose}
          />
          {isElsewhere && <DeliveryTime form={form} rounds={rounds} />}
          <Terms form={form} />
          <RehearsalParts
            collectionRef={collectionRef}
            tokens={toMint}
            rehearsal={rehearsal}
            about={words.rehearsal}
            skipProps={form.getInputProps('skipsRehearsal', { type: 'checkbox' })}
          />
          <MintedImagesCheck
            images={images}
            localProps={form.getInputProps('acceptsLocalImages', { type: 'checkbox' })}
            unfetchedProps={form.getInputProps('acceptsUnfetchedImages', { type: 'checkbox' })}
          />
          <CallsForecast collectionRef={collectionRef} />
          {roundsError !== null && <ErrorAlert error={roundsError} />}
          {form.error !== undefined && <ErrorAlert error={form.error} />}
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {text.common.cancel}
            </Button>
            <Button type="submit" loading={form.isBusy} disabled={isBlocked}>
              {words.create}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Picked tokens, or as many of the next ones as are wanted; random ones are drawn by the service. */
const WhichTokens = ({
  collectionRef,
  isPicked,
  tokens,
  form,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly isPicked: boolean
  readonly tokens: readonly TokenRow[]
  readonly form: SaleDraftForm
  readonly onClose: () => void
}) => {
  const { type } = form.values
  const isFixed = type === 'fixed'
  const toTokens = () => {
    usePicking.getState().pick(true)
    onClose()
    useNavigation.setState({ route: { view: 'collection', ...collectionRef } })
  }
  return (
    <Radio.Group label={words.which} {...form.getInputProps('type')}>
      <Stack gap="sm" mt="xs">
        <Radio value="fixed" label={isPicked ? words.picked(tokens.length) : words.next} />
        {isFixed && (
          <Stack gap="sm" className={ui['indent']}>
            {!isPicked && <Quantity form={form} />}
            <PickedTokens tokens={tokens} label={words.pickedList} />
            <Group>
              <Button variant="default" size="compact-sm" onClick={toTokens}>
                {words.toTokens}
              </Button>
            </Group>
          </Stack>
        )}
        <Radio value="random" label={words.random} />
        {!isFixed && (
          <div className={ui['indent']}>
            <Quantity form={form} />
          </div>
        )}
      </Stack>
    </Radio.Group>
  )
}

const Quantity = ({ form }: { readonly form: SaleDraftForm }) => (
  <NumberInput
    w="var(--field-xs)"
    label={words.quantity}
    min={1}
    max={maxQuantity}
    allowDecimal={false}
    clampBehavior="none"
    {...form.getInputProps('quantity')}
  />
)

const Price = ({
  form,
  listed,
}: {
  readonly form: SaleDraftForm
  readonly listed: Listed | undefined
}) => (
  <TextInput
    label={words.price}
    description={
      listed === undefined ? (
        words.priceHint
      ) : (
        <AdaSentence
          say={form.values.type === 'random' ? words.listedOnAverage : words.listed}
          amounts={[{ lovelace: listed.total, exact: true }]}
        />
      )
    }
    inputMode="decimal"
    {...form.getInputProps('price')}
    onChange={({ currentTarget: { value } }) =>
      form.setValues({ price: value, isPriceTyped: true })
    }
    data-autofocus
  />
)

const terms = ['reservation_time', 'confirmations', 'max_per_buyer'] as const

const Terms = ({ form }: { readonly form: SaleDraftForm }) => (
  <Fold
    label={words.more}
    about={words.moreAbout}
    isWrong={terms.some((term) => form.errors[term] !== undefined)}
  >
    <div className={ui['pair']}>
      <NumberInput
        label={words.time}
        description={words.timeHint}
        min={1}
        allowDecimal={false}
        clampBehavior="none"
        {...form.getInputProps('reservation_time')}
      />
      <NumberInput
        label={words.confirmations}
        description={words.confirmationsHint}
        placeholder={words.confirmationsDefault}
        min={0}
        allowDecimal={false}
        clampBehavior="none"
        {...form.getInputProps('confirmations')}
      />
    </div>
    <NumberInput
      label={words.mostPerBuyer}
      description={words.mostPerBuyerHint}
      placeholder={words.mostPerBuyerNone}
      min={1}
      allowDecimal={false}
      clampBehavior="none"
      {...form.getInputProps('max_per_buyer')}
    />
  </Fold>
)

/** Buyers read it before they pay. */
const DeliveryTime = ({
  form,
  rounds: { delivers_within: deliversWithin },
}: {
  readonly form: SaleDraftForm
  readonly rounds: SaleRoundsView
}) => (
  <NumberInput
    label={words.delivery}
    description={words.deliveryHint}
    placeholder={
      deliversWithin === null
        ? words.deliveryExample
        : words.deliveryBefore(numberText(deliversWithin / 3_600))
    }
    min={1}
    allowDecimal={false}
    clampBehavior="none"
    {...form.getInputProps('delivers_within')}
  />
)

const Total = ({
  collectionRef,
  sale,
  tokens,
}: {
  readonly collectionRef: CollectionRef
  readonly sale: SaleRequest
  readonly tokens: readonly TokenRow[]
}) => {
  const isLocal = useIsLocal(collectionRef.accountId)
  const total = totalPrice(sale.price, tokens.length)
  return (
    <Stack role="status" gap={2} pt="lg">
      {isLocal && (
        <strong>
          <AdaSentence say={text.sales.income} amounts={[{ lovelace: incomeOf(total, tokens) }]} />
        </strong>
      )}
      <span className={ui['soft']}>
        <AdaSentence say={words.total} amounts={[{ lovelace: total, rounding: 'up' }]} />
      </span>
    </Stack>
  )
}

const FarBelow = ({ price, listed }: { readonly price: bigint; readonly listed: Listed }) =>
  price * farBelow < listed.total && (
    <Warning>
      <AdaSentence
        say={words.farBelow}
        amounts={[
          { lovelace: price, exact: true },
          { lovelace: listed.total, exact: true },
        ]}
      />
    </Warning>
  )

/** A discount is the seller's matter; less than half looks like a slip. */
const farBelow = 2n

/** What can be sold now. */
type Offer = {
  /** Those that the user picked, as the collection lists them. */
  readonly picked: readonly TokenRow[]
  /** All, those with a price first. */
  readonly available: readonly TokenRow[]
}

const useOffer = (collectionRef: CollectionRef): Offer => {
  const { picked } = usePicking()
  const { tokens } = useTokens(collectionRef)
  return useMemo(() => {
    const open = tokens.filter(canBeSold)
    const [listed, others] = [true, false].map((is) => open.filter((row) => isListed(row) === is))
    return {
      picked: open.filter(({ id }) => picked.has(id)),
      available: [...(listed ?? []), ...(others ?? [])],
    }
  }, [tokens, picked])
}

const idsOf = (tokens: readonly TokenRow[]): string[] => tokens.map(({ id }) => id)

/** The picked tokens, or the next ones; for random tokens as many, for what they cost. */
const tokensToSell = (
  { picked, available }: Offer,
  draft: Pick<SaleDraft, 'type' | 'quantity'>,
): readonly TokenRow[] =>
  draft.type === 'fixed' && picked.length > 0 ? picked : available.slice(0, quantityOf(draft) ?? 0)

/** What the tokens of a link are listed at, in lovelace. */
type Listed = { readonly total: bigint; readonly each: bigint }

/** Undefined where one of the tokens that it may sell has no price. */
const listedPrice = (offer: Offer, draft: Pick<SaleDraft, 'type' | 'quantity'>) => {
  const { length: count } = tokensToSell(offer, draft)
  const pool = draft.type === 'random' ? offer.available : tokensToSell(offer, draft)
  if (count === 0 || !pool.every(isPriced)) return undefined
  const each = priceOfEach(sumOfPrices(pool), pool.length)
  return { each, total: draft.type === 'random' ? each * BigInt(count) : sumOfPrices(pool) }
}

/** Until the user writes a price, it is what the tokens are listed at. */
const usePrefilledPrice = (form: SaleDraftForm, listed: Listed | undefined): void => {
  const { isPriceTyped, price } = form.values
  const prefilled = listed === undefined ? '' : adaField(listed.each)
  useEffect(() => {
    if (!isPriceTyped && price !== prefilled) form.setFieldValue('price', prefilled)
    // The form is another object at each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isPriceTyped, price, prefilled])
}
