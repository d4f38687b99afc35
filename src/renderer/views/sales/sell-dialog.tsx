import { Button, Group, NumberInput, Radio, Stack, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { CollectionFacts, TokenRow } from '#shared/calls/collections.ts'
import { adaText } from '#shared/format.ts'
import { limits } from '#shared/limits.ts'
import { errorInfoOf } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import { awaitsRoyalty, type CollectionRef } from '#renderer/data/minting.ts'
import { useRoyalty } from '#renderer/data/use-royalty.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { useSaleForm } from '#renderer/stores/sales-form.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { formOf, minutesOf, type SubmitError, submitErrorOf, type SaleField } from './form-of.ts'
import styles from './sales.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.form

/** Puts tokens on sale: which, at what price, for how long. */
export const SellDialog = ({
  collectionRef,
  collection,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly collection: CollectionFacts
  readonly onClose: () => void
}) => {
  const { draft, picked } = useSaleForm()
  const { data: royalty } = useRoyalty(collectionRef)
  const [wasTried, setTried] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const { form, errors } = formOf(draft, picked, collection.reservation_time)
  const { busy, submitError, send, clearError } = useSell(collectionRef, form, onClose)
  const isBlocked = awaitsRoyalty(royalty)
  const shown = (field: SaleField): string | undefined => {
    if (submitError?.field === field) return submitError.message
    return wasTried && errors.has(field) ? errorText(field) : undefined
  }
  const submit = async () => {
    setTried(true)
    if (form === undefined)
      return element.current?.querySelector<HTMLElement>('[data-error="true"]')?.focus()
    await send()
  }
  return (
    <Dialog onClose={onClose} title={words.title} size="lg">
      <form
        ref={element}
        noValidate
        onChange={clearError}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy && !isBlocked) void submit()
        }}
      >
        <Stack gap="md">
          {isBlocked && <Note>{words.royaltyFirst}</Note>}
          <WhichTokens collectionRef={collectionRef} shown={shown} onClose={onClose} />
          <Terms reservationTime={collection.reservation_time} shown={shown} />
          {form !== undefined && <Total form={form} />}
          {submitError !== undefined && submitError.field === undefined && (
            <ErrorAlert message={submitError.message} />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {text.common.cancel}
            </Button>
            <Button type="submit" loading={busy} disabled={isBlocked}>
              {words.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

const errorText = (field: SaleField): string =>
  field === 'quantity' ? words.errors.quantity(limits.tokensPerSale) : words.errors[field]

type Shown = (field: SaleField) => string | undefined

const WhichTokens = ({
  collectionRef,
  shown,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly shown: Shown
  readonly onClose: () => void
}) => {
  const { draft, picked, change, pick } = useSaleForm()
  const toTokens = () => {
    pick(true)
    onClose()
    useNavigation.setState({ route: { view: 'collection', ...collectionRef } })
  }
  return (
    <Radio.Group
      label={words.which}
      value={draft.which}
      onChange={(chosen) => change({ which: chosen === 'random' ? 'random' : 'picked' })}
      error={shown('tokens')}
    >
      <Stack gap="sm" mt="xs">
        <Radio value="picked" label={words.picked(picked.length)} />
        {draft.which === 'picked' && (
          <div className={styles['indent']}>
            {picked.length > 0 ? (
              <PickedTokens collectionRef={collectionRef} ids={picked} />
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
        {draft.which === 'random' && (
          <NumberInput
            className={styles['indent'] ?? ''}
            w="10rem"
            label={words.quantity}
            min={1}
            max={limits.tokensPerSale}
            allowDecimal={false}
            clampBehavior="none"
            value={draft.quantity}
            onChange={(quantity) => change({ quantity: String(quantity) })}
            error={shown('quantity')}
            data-error={shown('quantity') !== undefined}
          />
        )}
      </Stack>
    </Radio.Group>
  )
}

const PickedTokens = ({
  collectionRef,
  ids,
}: {
  readonly collectionRef: CollectionRef
  readonly ids: readonly string[]
}) => {
  const { tokens: rows } = useTokens(collectionRef)
  const wanted = new Set(ids)
  return (
    <ul className={styles['picked']} aria-label={words.pickedList}>
      {rows
        .filter(({ id }) => wanted.has(id))
        .map((row: TokenRow) => (
          <li key={row.id} className={styles['pickedToken']}>
            <TokenImage cid={row.cid} alt="" size={96} />
            <span className={styles['cut']} title={row.name}>
              {row.name}
            </span>
          </li>
        ))}
    </ul>
  )
}

const Terms = ({
  reservationTime,
  shown,
}: {
  readonly reservationTime: number | null | undefined
  readonly shown: Shown
}) => {
  const { draft, change } = useSaleForm()
  return (
    <>
      <TextInput
        label={words.price}
        description={words.priceHint}
        inputMode="decimal"
        autoComplete="off"
        value={draft.price}
        onChange={(event) => change({ price: event.currentTarget.value })}
        error={shown('price')}
        data-error={shown('price') !== undefined}
        data-autofocus
      />
      <div className={styles['pair']}>
        <NumberInput
          label={words.time}
          description={words.timeHint}
          min={1}
          allowDecimal={false}
          clampBehavior="none"
          value={minutesOf(draft, reservationTime)}
          onChange={(minutes) => change({ minutes: String(minutes) })}
          error={shown('minutes')}
          data-error={shown('minutes') !== undefined}
        />
        <NumberInput
          label={words.confirmations}
          description={words.confirmationsHint}
          placeholder={words.confirmationsDefault}
          min={0}
          allowDecimal={false}
          clampBehavior="none"
          value={draft.confirmations}
          onChange={(confirmations) => change({ confirmations: String(confirmations) })}
          error={shown('confirmations')}
          data-error={shown('confirmations') !== undefined}
        />
      </div>
    </>
  )
}

const Total = ({ form: { tokens, price } }: { readonly form: NonNullable<Sendable> }) => {
  const count = typeof tokens === 'number' ? tokens : tokens.length
  return (
    <div className={styles['total']} role="status">
      {words.total(adaText(String(BigInt(price) * BigInt(count))))}
    </div>
  )
}

type Sendable = ReturnType<typeof formOf>['form']

/** Makes the sale, then shows it. An error names the field that it is about. */
const useSell = (collectionRef: CollectionRef, form: Sendable, onClose: () => void) => {
  const [busy, setBusy] = useState(false)
  const [submitError, setSubmitError] = useState<SubmitError>()
  const send = async () => {
    if (form === undefined) return
    setBusy(true)
    setSubmitError(undefined)
    try {
      // The studio's first sale makes the wallet that sales are paid to.
      const sale = await withVault(words.walletReason, () =>
        change('sales.create', { ...collectionRef, form }),
      )
      useSaleForm.getState().clearPicked()
      useNotices.getState().notify('good', words.created)
      onClose()
      useNavigation.getState().go({ view: 'sale', ...collectionRef, saleId: sale.id })
    } catch (error) {
      const { code, message } = errorInfoOf(error)
      if (code !== 'cancelled') setSubmitError(submitErrorOf(message))
    } finally {
      setBusy(false)
    }
  }
  return { busy, submitError, send, clearError: () => setSubmitError(undefined) }
}
