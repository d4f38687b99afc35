import type { Command } from 'commander'
import { countText } from '#values/text/format.ts'
import { isLocalLink } from '#values/addresses/is-local-link.ts'
import type { Shop } from '#contract/shops/shop.ts'
import { publishShop } from '#app/shops/publish-shop.ts'
import { command } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'
import { detailTable } from '#cli/terminal/table.ts'
import { servedLink } from '../studio/served-link.ts'

export const addPublish = (collection: Command): void => {
  command(
    collection,
    'publish <collection>',
    'publish the shop page of a collection: its priced tokens, with small pictures that are made now. Again after you add or price tokens',
    'collection publish Herbarium',
    (publish) => publish,
    async (session, _options, nameOrId = '') => {
      const id = await session.findCollectionId(nameOrId)
      const { terminal, signal } = session
      const { shop, without } = await session
        .withVault(async ({ accounts, content, images }) => {
          const client = await accounts.client(session.account)
          return publishShop({ client, content, images }, id, {
            signal,
            onProgress: ({ done, total }) => {
              if (terminal.canDraw) terminal.draw(`pictures ${done} of ${total}`)
            },
          })
        })
        .finally(() => {
          if (terminal.canDraw) terminal.draw('')
        })
      const { json, text } = await answerOf(session, shop)
      return {
        json: { ...json, without_picture: without },
        text: [
          'Published.',
          text,
          ...(without === 0
            ? []
            : [
                `${countText(without, 'work')} without a picture: no still image is on this computer.`,
              ]),
        ],
      }
    },
  )
  command(
    collection,
    'unpublish <collection>',
    'take the shop page of a collection down; pages of single tokens and sales stay',
    'collection unpublish Herbarium',
    (unpublish) => unpublish,
    async (session, _options, nameOrId = '') => {
      const id = await session.findCollectionId(nameOrId)
      const shop = await session.withVault(async ({ accounts }) =>
        (await accounts.client(session.account)).updateShop(id, { is_published: false }),
      )
      const { json, text } = await answerOf(session, shop)
      return { json, text: ['Taken down.', text] }
    },
  )
}

const answerOf = async (session: Session, shop: Shop) => {
  const { accounts } = await session.app()
  const isLocal = accounts.get(session.account).kind === 'local'
  const link = servedLink(shop.link, { isLocal })
  return {
    json: { ...shop, link },
    text: detailTable([
      ['works', String(shop.work_count)],
      ['page', shop.is_published ? pageText(link) : undefined],
    ]),
  }
}

const pageText = (link: string | null): string => {
  if (link === null) return `served by ${hint('studio serve')}, or while the window is open`
  return isLocalLink(link) ? `${link} (on this computer)` : link
}
