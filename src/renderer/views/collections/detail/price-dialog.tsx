import { isPriced } from '#contract/mints/chosen-tokens.ts'
import { Button, ScrollArea, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { TokenRow } from '#contract/collections/calls.ts'
import { pricesPerCall } from '#contract/sales/calls.ts'
import { incomeOf } from '#contract/sales/sale-costs.ts'
import { type PriceRule, pricesBy } from '#values/amounts/price-rule.ts'
import { rarityOf } from '#values/rarity/open-rarity.ts'
import { byLovelace } from '#renderer/data/by-lovelace.ts'
import { call } from '#renderer/bridge.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { canBeSold } from '#renderer/data/token-status.ts'
import { restorePrices, showUpdatedRows, useTokens } from '#renderer/data/tokens.ts'
import { useIsLocal } from '#renderer/stores/accounts.ts'
import { text } from '#renderer/text/en.ts'
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import ui from '#renderer/ui/parts.module.css'
import { Ada } from '#renderer/ui/text-parts.tsx'
import { TokenWall } from '#renderer/ui/token-image.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { DraftFormBody } from '#renderer/views/frame/submit-form.tsx'
import { RehearsalParts, useSkippableRehearsal } from '#renderer/views/mint-rehearsal.tsx'
import { MintedImagesCheck, useAcceptedImages } from '#renderer/views/minted-images.tsx'
import {
  emptyPriceDraft,
  priceErrorsOf,
  priceRule,
  readPriceRule,
} from '#renderer/views/sales/price-draft.ts'
import { useDraftForm } from '#renderer/views/use-draft-form.ts'
import { TilePrice } from '../token-columns.tsx'
import { BatchDialog } from './batch-dialog.tsx'
import { PriceFields } from './price-fields.tsx'
import { useBatch } from './use-batch.ts'

const words = text.picking.price

type Props = {
  readonly collectionRef: CollectionRef
  readonly tokens: readonly TokenRow[]
  readonly onClose: () => void
}

/** The prices of all tokens of a collection that can be sold. */
export const PriceOpenTokens = ({ collectionRef, onClose }: Omit<Props, 'tokens'>) => {
  const { tokens, loaded, error, refetch } = useTokens(collectionRef)
  const open = useMemo(() => tokens.filter(canBeSold), [tokens])
  if (loaded?.cursor !== null)
    return (
      <Dialog title={words.loadingTitle} onClose={onClose}>
        <Stack gap="md">
          {error === null ? (
            <div role="status">
              <Waiting />
              <p className={ui['soft']}>{words.loading(tokens.length)}</p>
            </div>
          ) : (
            <ErrorAlert error={error} onRetry={() => void refetch()} />
          )}
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {text.common.cancel}
            </Button>
          </DialogButtons>
        </Stack>
      </Dialog>
    )
  return <PriceDialog collectionRef={collectionRef} tokens={open} onClose={onClose} />
}

/** Prices for several tokens: one for all, by rank, by an attribute, or rising in steps. */
export const PriceDialog = ({ collectionRef, tokens: given, onClose }: Props) => {
  // Those that it was opened for: what it changes comes back as other rows.
  const [tokens] = useState(given)
  const priced = usePrices(collectionRef, tokens)
  const batch = useBatch({
    size: pricesPerCall,
    said: words.done,
    undo: async (done) => {
      await restorePrices(collectionRef, done)
      return text.sales.tokenPrice.undone(done.length)
    },
    onClose,
  })
  const ids = useMemo(() => tokens.map(({ id }) => id), [tokens])
  const { rehearsal, skipsRehearsal, skipProps } = useSkippableRehearsal(collectionRef, ids)
  const images = useAcceptedImages({ collectionRef, tokens: ids })
  const set = (prices: ReadonlyMap<string, bigint> | undefined) => {
    batch.start(tokens, async (some) => {
      const { changed, failed } = await call('sales.setTokenPrices', {
        ...collectionRef,
        prices: some.map(({ id }) => {
          const price = prices?.get(id)
          return { tokenId: id, price: price === undefined ? null : Number(price) }
        }),
        skipsRehearsal,
        ...images.accepted,
      })
      await showUpdatedRows(collectionRef, changed)
      const messages = new Map(failed.map(({ tokenId, message }) => [tokenId, message]))
      return some.flatMap((token) => {
        const message = messages.get(token.id)
        return message === undefined ? [] : [{ token, message }]
      })
    })
  }
  const form = useDraftForm({
    initial: emptyPriceDraft(commonPrice(tokens)),
    schema: priceRule,
    inputOf: readPriceRule,
    errorsOf: (draft, found) => (found.length === 0 ? {} : priceErrorsOf(draft)),
    submit: async (rule) => set(priced(rule)),
  })
  const rule = readPriceRule(form.values)
  return (
    <BatchDialog
      title={words.title(tokens.length)}
      working={words.working}
      size="lg"
      batch={batch}
      onClose={onClose}
    >
      <DraftFormBody
        form={form}
        submit={words.submit}
        onCancel={onClose}
        isReady={!rehearsal.isMissing && !images.isOpen}
        actions={
          tokens.some(isPriced) && (
            <Button variant="default" onClick={() => set(undefined)}>
              {words.remove}
            </Button>
          )
        }
      >
        <div>{words.text}</div>
        <PriceFields form={form} tokens={tokens} />
        <PricePreview collectionRef={collectionRef} tokens={tokens} prices={rule && priced(rule)} />
        <RehearsalParts
          collectionRef={collectionRef}
          tokens={ids}
          rehearsal={rehearsal}
          about={text.sales.tokenPrice.rehearsal}
          skipProps={skipProps}
        />
        <MintedImagesCheck {...images.parts} />
      </DraftFormBody>
    </BatchDialog>
  )
}

/** What all tokens cost now; undefined: they differ, or have no price. */
const commonPrice = (tokens: readonly TokenRow[]): number | undefined => {
  const prices = new Set(tokens.map(({ price }) => price))
  const [price] = prices
  return prices.size === 1 && typeof price === 'number' ? price : undefined
}

/** The prices by a rule, by the IDs of the tokens. */
const usePrices = (collectionRef: CollectionRef, tokens: readonly TokenRow[]) => {
  const { tokens: all } = useTokens(collectionRef)
  return useMemo(() => {
    let ranks: Ranks | undefined
    return (rule: PriceRule): ReadonlyMap<string, bigint> => {
      if (rule.kind === 'ranks') ranks ??= ranksOf(all)
      const toPrice = tokens.map(({ id, attributes }) => ({
        rank: ranks?.ranks.get(id) ?? 1,
        traits: attributes,
      }))
      const prices = pricesBy(rule, toPrice, ranks?.last ?? 1)
      return new Map(tokens.map(({ id }, index) => [id, prices[index] ?? 0n]))
    }
  }, [all, tokens])
}

type Ranks = { readonly ranks: ReadonlyMap<string, number>; readonly last: number }

const ranksOf = (all: readonly TokenRow[]): Ranks => {
  const rarities = rarityOf(all.map(({ attributes }) => attributes))
  const ranks = new Map(all.map(({ id }, index) => [id, rarities[index]?.rank ?? 1]))
  return { ranks, last: rarities.reduce((last, { rank }) => Math.max(last, rank), 1) }
}

/** What the tokens cost now and will cost, and what is left for the seller. */
const PricePreview = ({
  collectionRef,
  tokens,
  prices,
}: Omit<Props, 'onClose'> & { readonly prices: ReadonlyMap<string, bigint> | undefined }) => {
  const isLocal = useIsLocal(collectionRef.accountId)
  const all = [...(prices?.values() ?? [])]
  const different = [...new Set(all)].toSorted(byLovelace)
  const income = tokens.reduce(
    (sum, token) => sum + incomeOf(prices?.get(token.id) ?? 0n, [token]),
    0n,
  )
  return (
    <Stack gap="xs">
      <ScrollArea.Autosize mah="15rem" type="auto" viewportProps={{ tabIndex: 0 }}>
        <TokenWall
          label={words.preview}
          pictures={tokens.slice(0, shownTokens).map((token) => ({
            ...token,
            below: <NewPrice token={token} price={prices?.get(token.id)} />,
          }))}
          more={tokens.length > shownTokens ? words.more(tokens.length - shownTokens) : undefined}
        />
      </ScrollArea.Autosize>
      <div role="status">
        {all.length > 0 && (
          <>
            <AdaSentence
              say={words.sum(tokens.length)}
              amounts={[
                all.reduce((sum, price) => sum + price, 0n),
                ...different.slice(0, 1),
                ...different.slice(1).slice(-1),
              ].map((lovelace) => ({ lovelace, exact: true }))}
            />{' '}
            {isLocal && <AdaSentence say={text.sales.income} amounts={[{ lovelace: income }]} />}
          </>
        )}
      </div>
    </Stack>
  )
}

/** As many as somebody looks at, of ten thousand. */
const shownTokens = 60

/** What it will cost, and below that what it costs now where that changes. */
const NewPrice = ({
  token: { price: now },
  price,
}: {
  readonly token: TokenRow
  readonly price: bigint | undefined
}) => {
  const isChanged = typeof now === 'number' && price !== undefined && BigInt(now) !== price
  return (
    <>
      <TilePrice price={price ?? now} />
      {isChanged && (
        <div className={ui['soft']}>
          {words.now} <Ada lovelace={now} />
        </div>
      )}
    </>
  )
}
