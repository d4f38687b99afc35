import { Button, Stack, Text } from '@mantine/core'
import { ExternalLink } from 'lucide-react'
import { isLocalLink } from '#values/addresses/is-local-link.ts'
import type { Shop } from '#contract/shops/shop.ts'
import { call } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useEvent } from '#renderer/data/use-event.ts'
import { copy } from '#renderer/stores/copy.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import ui from '#renderer/ui/parts.module.css'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { TimedProgressBar } from '#renderer/ui/timed-progress.tsx'
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
  const publish = useSubmit(async () => {
    const { without } = await change('shops.publish', collectionRef)
    const { notify } = useNotices.getState()
    if (without === 0) notify('good', words.published)
    else notify('warn', `${words.published} ${words.without(without)}`)
  })
  const unpublish = useSubmit(async () => {
    await change('shops.unpublish', collectionRef)
    useNotices.getState().notify('good', words.unpublished)
  })
  const failure = publish.error ?? unpublish.error ?? error
  return (
    <Dialog onClose={onClose} title={words.title}>
      <Stack gap="md">
        <Text>{shop === null ? words.unavailable : words.lead}</Text>
        {shop && <p className={ui['soft']}>{words.works(shop.work_count)}</p>}
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
          <Button
            variant={shop?.is_published === true ? 'default' : 'filled'}
            loading={publish.isBusy}
            disabled={!shop || shop.work_count === 0 || unpublish.isBusy}
            onClick={() => void publish.send()}
          >
            {shop?.is_published === true ? words.update : words.publish}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

const ShopLink = ({ shop: { link } }: { readonly shop: Shop }) => {
  const isHere = isLocalLink(link)
  const label = isHere ? words.linkHere : words.link
  return (
    <Stack component="section" gap="xs" align="start" aria-label={label}>
      <Text fw={600}>{label}</Text>
      <Hash value={link} what={label} onCopy={copy} whole />
      {isHere && <p className={ui['soft']}>{words.hereHint}</p>}
      <a className={ui['link']} href={link} target="_blank" rel="noreferrer">
        {words.show}
        <ExternalLink size={14} aria-hidden />
      </a>
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
