import { type Command, Option } from 'commander'
import { adaText, countText } from '#values/text/format.ts'
import { isLocalLink } from '#values/addresses/is-local-link.ts'
import type { Token } from '#contract/tokens/token.ts'
import {
  type AcceptOptions,
  acceptLocalImages,
  acceptUnfetchedImages,
  skipRehearsal,
} from '#cli/options/accept-options.ts'
import { namingOptions } from '#cli/options/option-names.ts'
import { amount } from '#cli/options/option-values.ts'
import { requiredCollection } from '#cli/options/collection-option.ts'
import { command } from '#cli/program.ts'
import { tokensNamedBy } from '../mint/mint-receivers.ts'
import { requireReady } from '../mint/mint-rehearse.ts'
import { openMintSession } from '../mint/mint-session.ts'
import { table } from '#cli/terminal/table.ts'
import { servedLink } from '../studio/served-link.ts'

type PriceOptions = AcceptOptions & {
  readonly collection: string
  readonly tokens: string
  readonly price?: bigint
  readonly remove?: boolean
}

export const addPrice = (sale: Command): void =>
  command<PriceOptions>(
    sale,
    'price',
    'put a price on tokens themselves: whoever opens the link of one can buy it, on this computer alone without `studio serve --public-url`',
    'sale price --collection 01k… --tokens Herbarium01 --price 25',
    (price) =>
      price
        .addOption(requiredCollection('the collection of the tokens'))
        .requiredOption('--tokens <list>', 'ids or asset names, separated by commas')
        .option(
          '--price <amount>',
          'price of each token, in ADA or with a unit: 25, 2.5ada, 25000000lovelace',
          amount,
        )
        .addOption(
          new Option('--remove', 'remove the price: nobody can buy it by its link').conflicts(
            'price',
          ),
        )
        .option(...skipRehearsal('a price before the first mint'))
        .option(...acceptLocalImages)
        .option(...acceptUnfetchedImages),
    async (session, options) => {
      const { collection, price } = options
      const mintSession = await openMintSession(session, { signs: true })
      const { client, isLocal } = mintSession
      const tokens = await tokensNamedBy(mintSession, collection, options.tokens)
      if (price !== undefined) await requireReady(mintSession, options, tokens, 'price')
      const wanted = { price: price === undefined ? null : Number(price) }
      const changed: Token[] = []
      for (const id of tokens)
        changed.push(
          await namingOptions({ price: '--price' }, () =>
            session.withVault(() => client.updateToken(collection, id, wanted)),
          ),
        )
      const count = countText(changed.length, 'token')
      const priced = changed.map((token) => ({
        id: token.id,
        asset_name: token.asset_name,
        price: token.price ?? null,
        payment_link: servedLink(token.payment_link ?? null, { isLocal }),
      }))
      const linked = priced.filter(({ payment_link: link }) => link !== null)
      return {
        json: priced,
        text:
          price === undefined
            ? `${count} without a price: nobody can buy them by their links.`
            : [
                `${count} for ${adaText(String(price), 'ADA')} each. ${buyersText(priced[0]?.payment_link)}`,
                ...(linked.length === 0
                  ? []
                  : [
                      table(linked, {
                        'asset name': ({ asset_name: name }) => name,
                        link: ({ payment_link: link }) => link ?? '',
                      }),
                    ]),
              ],
      }
    },
    ({ price, remove }) =>
      price === undefined && remove !== true
        ? 'Give the price of each token with --price, or --remove.'
        : undefined,
  )

export const buyersText = (link: string | null | undefined): string =>
  typeof link === 'string' && !isLocalLink(link)
    ? 'Whoever has the link of one can buy it.'
    : 'While a studio runs, whoever opens the link of one can buy it: on this computer alone, unless the studio is served with --public-url (docs/how-to/serve.md).'
