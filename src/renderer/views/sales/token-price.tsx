import { Button, Group, Stack, TextInput } from '@mantine/core'
import { Download, ExternalLink } from 'lucide-react'
import { useMemo } from 'react'
import { z } from 'zod'
import { salesCalls } from '#contract/sales/calls.ts'
import { incomeOf } from '#contract/sales/sale-costs.ts'
import type { CallOutput } from '#contract/window/calls.ts'
import { adaField, readAda } from '#values/amounts/ada-amount.ts'
import { isLocalLink } from '#values/addresses/is-local-link.ts'
import { call } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import { copy } from '#renderer/stores/copy.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import type { Reason } from '#renderer/data/possible-actions.ts'
import { restorePrices, showUpdatedToken } from '#renderer/data/tokens.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { notifyUndoable } from '#renderer/stores/undo.ts'
import { useIsLocal } from '#renderer/stores/accounts.ts'
import { text } from '#renderer/text/en.ts'
import { ActionButton } from '../action-button.tsx'
import { usePossibleActions } from '../collections/use-possible-actions.ts'
import { RehearsalParts, useSkippableRehearsal } from '../mint-rehearsal.tsx'
import { MintedImagesCheck, useAcceptedImages } from '../minted-images.tsx'
import { useDraftForm } from '../use-draft-form.ts'
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Fold } from '#renderer/ui/fold.tsx'
import { DetailList } from '#renderer/ui/page.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.tokenPrice

type Token = CallOutput<'tokens.get'>

const priceInput = z.object({
  price: salesCalls['sales.setTokenPrice'].input.shape.price.unwrap(),
})

/** A price on a token itself: whoever has its link may reserve it. */
export const TokenPrice = ({
  collectionRef,
  token,
}: {
  readonly collectionRef: CollectionRef
  readonly token: Token
}) => {
  const price = typeof token.price === 'number' ? String(token.price) : null
  const toSell = useMemo(() => [token.id], [token.id])
  const { rehearsal, skipsRehearsal, skipProps } = useSkippableRehearsal(collectionRef, toSell)
  const images = useAcceptedImages({ collectionRef, tokens: toSell })
  const set = async (wanted: number | null) => {
    const priced = { tokenId: token.id, price: wanted, skipsRehearsal, ...images.accepted }
    showUpdatedToken(
      collectionRef,
      await change('sales.setTokenPrice', { ...collectionRef, ...priced }),
    )
    notifyUndoable(wanted === null ? words.removed : words.changed, async () => {
      await restorePrices(collectionRef, [token])
      return words.undone(1)
    })
  }
  const form = useDraftForm({
    initial: { written: price === null ? '' : adaField(price) },
    schema: priceInput,
    inputOf: ({ written }) => ({ price: Number(readAda(written).lovelace ?? Number.NaN) }),
    errorsOf: ({ written }, [found]) => {
      const message = readAda(written).error ?? found?.message
      return message === undefined ? {} : { written: message }
    },
    submit: (input) => set(input.price),
  })
  const chosen = useMemo(() => [token], [token])
  const setting = usePossibleActions(collectionRef, chosen)?.setPrice
  const canChange = setting?.isPossible === true
  const isLocal = useIsLocal(collectionRef.accountId)
  const typed = readAda(form.values.written).lovelace
  const remove = async () => {
    await set(null)
    form.setValues({ written: '' })
  }
  return (
    <form {...form.element}>
      <Stack gap="md">
        <p className={ui['soft']}>
          {setting?.isPossible === false ? reasonText(setting.reason) : words.text}
        </p>
        {canChange && (
          <>
            <TextInput label={words.label} inputMode="decimal" {...form.getInputProps('written')} />
            {isLocal && typed !== undefined && (
              <div role="status">
                <AdaSentence
                  say={text.sales.income}
                  amounts={[{ lovelace: incomeOf(typed, chosen) }]}
                />
              </div>
            )}
            <RehearsalParts
              collectionRef={collectionRef}
              tokens={toSell}
              rehearsal={rehearsal}
              about={words.rehearsal}
              skipProps={skipProps}
            />
            <MintedImagesCheck {...images.parts} />
            <Group gap="sm">
              <Button
                type="submit"
                loading={form.isBusy}
                disabled={rehearsal.isMissing || images.isOpen}
              >
                {price === null ? words.set : words.change}
              </Button>
              {price !== null && (
                <ActionButton variant="default" action={remove}>
                  {words.remove}
                </ActionButton>
              )}
            </Group>
          </>
        )}
        {form.error !== undefined && <ErrorAlert error={form.error} />}
        {price !== null && (
          <ShareToken
            collectionRef={collectionRef}
            tokenId={token.id}
            link={token.payment_link ?? null}
          />
        )}
      </Stack>
    </form>
  )
}

/** What is sent to buyers: a picture of the token with its price, and the page where they reserve it. */
const ShareToken = ({
  collectionRef,
  tokenId,
  link,
}: {
  readonly collectionRef: CollectionRef
  readonly tokenId: string
  readonly link: string | null
}) => {
  const save = async () => {
    const path = await call('shops.saveCard', { ...collectionRef, tokenId })
    if (path !== null) useNotices.getState().notify('good', text.shops.cardSaved(path))
  }
  const isHere = link !== null && isLocalLink(link)
  return (
    <>
      {link !== null && !isHere && <Hash value={link} what={words.link} onCopy={copy} whole />}
      <Group gap="sm">
        <ActionButton
          variant="default"
          size="compact-sm"
          leftSection={<Download size={14} aria-hidden />}
          action={save}
        >
          {text.shops.saveCard}
        </ActionButton>
        {link !== null && (
          <a className={ui['link']} href={link} target="_blank" rel="noreferrer">
            {isHere ? text.sales.previewHere : words.open}
            <ExternalLink size={14} aria-hidden />
          </a>
        )}
      </Group>
      {isHere && (
        <Fold label={text.common.details}>
          <DetailList
            entries={[
              [
                words.linkHere,
                <Hash key="link" value={link} what={words.link} onCopy={copy} whole />,
              ],
            ]}
          />
        </Fold>
      )}
    </>
  )
}

/** The token itself comes before its collection. */
const reasonText = (reason: Reason): string =>
  reason === 'noneOpen' ? words.cannot : text.reasons[reason]
