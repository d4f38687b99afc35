import { isColdpressError } from '#values/errors/errors.ts'
import type { CountedProgress } from '#contract/fields.ts'
import { createJob, type JobControl } from '#app/jobs/create-job.ts'
import { type FileProgress, withTimeLeft } from '#app/jobs/time-left.ts'
import { type PublishedShop, publishShop } from '#app/shops/publish-shop.ts'
import { shareCard } from '#app/shops/share-card.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import type { WindowHandlersOf, ServiceContext, ServicesDeps } from './services-deps.ts'

type CollectionRef = { readonly accountId: string; readonly collectionId: string }

/** One publication at a time. */
export const shopHandlers = ({
  app,
  emit,
  log,
  dialogs,
}: ServiceContext & Pick<ServicesDeps, 'emit' | 'dialogs'>): WindowHandlersOf<'shops'> => {
  const job = createJob({
    stopped: 'Publishing was stopped. The pictures that were made stay.',
    busy: 'Another shop page is being published. Wait until it is done.',
    run: async (
      { accountId, collectionId }: CollectionRef,
      { signal, onProgress }: JobControl<CountedProgress>,
    ): Promise<PublishedShop> => {
      const { content, images } = app
      const client = await app.accounts.client(accountId)
      const control = { signal, onProgress: withTimeLeft<FileProgress>(onProgress) }
      return publishShop({ client, content, images }, collectionId, control)
    },
    onProgress: (progress) => emit('shops.progress', progress),
  })
  const note = (message: string, details: CollectionRef): void =>
    log({ level: 'info', kind: 'collection', message, details })
  return {
    'shops.show': async ({ accountId, collectionId }) => {
      try {
        return await (await app.accounts.client(accountId)).getShop(collectionId)
      } catch (error) {
        if (isColdpressError(error, 'not_found')) return null
        throw error
      }
    },
    'shops.publish': async (collectionRef) => {
      const published = await job.run(collectionRef)
      note('A shop page was published.', collectionRef)
      return published
    },
    'shops.unpublish': async ({ accountId, collectionId }) => {
      const client = await app.accounts.client(accountId)
      const shop = await client.updateShop(collectionId, { is_published: false })
      note('A shop page was taken down.', { accountId, collectionId })
      return shop
    },
    'shops.saveCard': async ({ accountId, ...token }) => {
      const { accounts, content, images } = app
      const client = await accounts.client(accountId)
      const context = { client, account: accounts.get(accountId), content, images }
      const { name, png } = await shareCard(context, token)
      const path = await dialogs.saveFile(`${name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')}.png`)
      if (path !== null) await replaceFile(path, png)
      return path
    },
    'shops.stop': () => {
      void job.stop()
      return null
    },
  }
}
