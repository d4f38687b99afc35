import { Button, Group, NumberInput, Radio, Stack, TextInput } from '@mantine/core'
import type { CollectionDetails, TokenRow } from '#contract/collections/calls.ts'
import type { SaleRoundsView } from '#contract/sales/calls.ts'
import { type SaleRequest, saleRequest } from '#contract/sales/sale.ts'
import { numberText } from '#values/text/format.ts'
import { totalPrice } from '#contract/sales/total-price.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { usePicking } from '#renderer/stores/picking.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
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
  requestOf,
  saleDraftKey,
  type SaleDraftForm,
} from './sale-draft.ts'
import styles from './sales.module.css'
import ui from '#renderer/ui/parts.module.css'
import { useMemo } from 'react'
import { useTokens } from '#renderer/data/tokens.ts'
import { canBeSold } from '#renderer/data/token-status.ts'

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
  const picked = usePickedForSale(collectionRef)
  const ids = picked.map(({ id }) => id)
  const { data: rounds, error: roundsError } = useCall('sales.rounds', collectionRef)
  const isElsewhere = rounds !== undefined && rounds.keys_elsewhere.length > 0
  const selling = usePossibleActions(collectionRef)?.sell
  const form = useDraftForm({
    initial: emptyDraft(collection.reservation_time),
    draftKey: saleDraftKey(collectionRef),
    schema: saleRequest,
    inputOf: (draft) => requestOf(draft, ids, rounds),
    errorsOf,
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
        isSaid: true,
      })
    },
  })
  const sale = saleRequest.safeParse(requestOf(form.values, ids, rounds)).data
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
          <div>{words.text}</div>
          {selling?.isPossible === false && selling.reason !== 'unknown' && (
            <Note>{text.reasons[selling.reason]}</Note>
          )}
          <WhichTokens
            collectionRef={collectionRef}
            picked={picked}
            form={form}
            onClose={onClose}
          />
          <Terms form={form} />
          {isElsewhere && <DeliveryTime form={form} rounds={rounds} />}
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
          {sale !== undefined && <Total sale={sale} />}
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

const WhichTokens = ({
  collectionRef,
  picked,
  form,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly picked: readonly TokenRow[]
  readonly form: SaleDraftForm
  readonly onClose: () => void
}) => {
  const { type } = form.values
  const toTokens = () => {
    usePicking.getState().pick(true)
    onClose()
    useNavigation.setState({ route: { view: 'collection', ...collectionRef } })
  }
  return (
    <Radio.Group label={words.which} {...form.getInputProps('type')}>
      <Stack gap="sm" mt="xs">
        <Radio value="fixed" label={words.picked(picked.length)} />
        {type === 'fixed' && (
          <div className={styles['indent']}>
            {picked.length > 0 ? (
              <PickedTokens tokens={picked} label={words.pickedList} />
            ) : (
              <Group gap="sm">
                <span className={ui['soft']}>{words.pickFirst}</span>
                <Button variant="default" size="compact-sm" onClick={toTokens}>
                  {words.toTokens}
                </Button>
              </Group>
            )}
          </div>
        )}
        <Radio value="random" label={words.random} />
        {type === 'random' && (
          <NumberInput
            className={styles['indent'] ?? ''}
            w="var(--field-xs)"
            label={words.quantity}
            min={1}
            max={maxQuantity}
            allowDecimal={false}
            clampBehavior="none"
            {...form.getInputProps('quantity')}
          />
        )}
      </Stack>
    </Radio.Group>
  )
}

const Terms = ({ form }: { readonly form: SaleDraftForm }) => (
  <>
    <TextInput
      label={words.price}
      description={words.priceHint}
      inputMode="decimal"
      {...form.getInputProps('price')}
      data-autofocus
    />
    <div className={styles['pair']}>
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
  </>
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

const Total = ({ sale }: { readonly sale: SaleRequest }) => {
  const count = sale.type === 'random' ? sale.quantity : sale.tokens.length
  return (
    <div className={styles['total']} role="status">
      <AdaSentence
        say={words.total}
        amounts={[{ lovelace: totalPrice(sale.price, count), rounding: 'up' }]}
      />
    </div>
  )
}

/** The picked tokens that can be sold, as the collection lists them. */
const usePickedForSale = (collectionRef: CollectionRef): readonly TokenRow[] => {
  const { picked } = usePicking()
  const { tokens } = useTokens(collectionRef)
  return useMemo(
    () => tokens.filter((token) => picked.has(token.id) && canBeSold(token)),
    [tokens, picked],
  )
}
