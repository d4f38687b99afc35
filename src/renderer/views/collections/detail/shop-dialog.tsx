import { Button, Stack, Text } from '@mantine/core'
import { ExternalLink } from 'lucide-react'
import { isLocalLink } from '#values/addresses/is-local-link.ts'
import type { Shop } from '#contract/shops/shop.ts'
import { call } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { isListed } from '#contract/tokens/token-state.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useEvent } from '#renderer/data/use-event.ts'
import { useCollectionDialog } from '#renderer/stores/collection-view.ts'
import { copy } from '#renderer/stores/copy.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { TimedProgressBar } from '#renderer/ui/timed-progress.tsx'
import { TokenWall } from '#renderer/ui/token-image.tsx'
import { TilePrice } from '../token-columns.tsx'
import { usePossibleActions } from '../use-possible-actions.ts'
import { useSubmit } from '#renderer/views/use-submit.ts'

const words = text.shops

/** Publishes the shop page of a collection, and says where it is. */
export const ShopDialog = ({
  collectionRef,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly onClose: () => void
}) => {
  const { data: shop, error } = useCall('shops.show', collectionRef)
  const isHere = shop !== null && shop !== undefined && isLocalLink(shop.link)
  const publish = useSubmit(async () => {
    const { without } = await change('shops.publish', collectionRef)
    const { notify } = useNotices.getState()
    const done = words.published[isHere ? 'here' : 'public']
    if (without === 0) notify('good', done)
    else notify('warn', `${done} ${words.without(without)}`)
  })
  const unpublish = useSubmit(async () => {
    await change('shops.unpublish', collectionRef)
    useNotices.getState().notify('good', words.unpublished)
  })
  const { open } = useCollectionDialog()
  const canPrice = usePossibleActions(collectionRef)?.setPrice.isPossible === true
  const failure = publish.error ?? unpublish.error ?? error
  return (
    <Dialog onClose={onClose} title={words.title} size="lg">
      <Stack gap="md">
        <Text>{shop === null ? words.unavailable : words.lead}</Text>
        {shop && <Works collectionRef={collectionRef} count={shop.work_count} />}
        {isHere && <Note>{words.hereHint}</Note>}
        {shop?.is_published === true && <ShopLink shop={shop} />}
        {publish.isBusy && <Making />}
        {failure !== null && failure !== undefined && <ErrorAlert error={failure} />}
        <DialogButtons>
          {publish.isBusy ? (
            <Button variant="default" onClick={() => void attempt(() => call('shops.stop', null))}>
              {words.stop}
            </Button>
          ) : (
            shop?.is_published === true && (
              <Button
                variant="subtle"
                color="red"
                loading={unpublish.isBusy}
                onClick={() => void unpublish.send()}
              >
                {words.unpublish}
              </Button>
            )
          )}
          {!publish.isBusy && (
            <Button variant="default" onClick={onClose}>
              {text.common.close}
            </Button>
          )}
          {shop?.work_count === 0 && canPrice && (
            <Button onClick={() => open(collectionRef, 'price')}>{words.price}</Button>
          )}
          {shop && shop.work_count > 0 && (
            <Button
              variant={shop.is_published ? 'default' : 'filled'}
              loading={publish.isBusy}
              disabled={unpublish.isBusy}
              onClick={() => void publish.send()}
            >
              {shop.is_published ? words.update : words.publish[isHere ? 'here' : 'public']}
            </Button>
          )}
          {shop?.is_published === true && (
            <Button
              component="a"
              href={shop.link}
              target="_blank"
              rel="noreferrer"
              rightSection={<ExternalLink size={14} aria-hidden />}
            >
              {words.show[isHere ? 'here' : 'public']}
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

/** Some of the works that visitors see, and how many there are. */
const Works = ({
  collectionRef,
  count,
}: {
  readonly collectionRef: CollectionRef
  readonly count: number
}) => {
  const { tokens } = useTokens(collectionRef)
  return (
    <TokenWall
      label={words.title}
      pictures={tokens
        .filter(isListed)
        .slice(0, shownWorks)
        .map((token) => ({ ...token, below: <TilePrice price={token.price} /> }))}
      more={words.works(count)}
    />
  )
}

const shownWorks = 5

const ShopLink = ({ shop: { link } }: { readonly shop: Shop }) => {
  const label = isLocalLink(link) ? words.linkHere : words.link
  return (
    <Stack component="section" gap="xs" align="start" aria-label={label}>
      <Text fw={600}>{label}</Text>
      <Hash value={link} what={label} onCopy={copy} whole />
    </Stack>
  )
}

/** How far the pictures are, with the time left. */
const Making = () => {
  const progress = useEvent('shops.progress')
  if (progress === undefined || progress.total === 0) return null
  const { done, total, secondsLeft } = progress
  return (
    <TimedProgressBar
      done={done}
      total={total}
      label={words.making}
      details={[words.progress(done, total)]}
      secondsLeft={secondsLeft}
    />
  )
}
