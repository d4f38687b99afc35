import { Option, type Command } from 'commander'
import { type CollectionRarity, rarityCsv, scoreText } from '#values/rarity/collection-rarity.ts'
import { countText, numberText } from '#values/text/format.ts'
import { printable } from '#values/text/printable.ts'
import { shareText } from '#values/rarity/rarity.ts'
import { rankTokens } from '#app/collections/rank-tokens.ts'
import { writeText } from '#cli/files.ts'
import { requiredCollection } from '#cli/options/collection-option.ts'
import { command } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { type Text, numberColumn, table } from '#cli/terminal/table.ts'
import { collectionWithTokens } from './collection-with-tokens.ts'
import { OutputOption } from '#cli/options/output-option.ts'

type RarityOptions = {
  readonly collection: string
  readonly out?: string
  readonly publish?: 'yes' | 'no'
}

export const addRarity = (collection: Command): void =>
  command<RarityOptions>(
    collection,
    'rarity',
    'rank the tokens of a collection by OpenRarity, and count their traits',
    'collection rarity --collection 01k… --out rarity.csv',
    (rarity) =>
      rarity
        .addOption(requiredCollection('the collection'))
        .addOption(new OutputOption('--out <file>', 'write all ranks to a CSV file'))
        .addOption(
          new Option(
            '--publish <answer>',
            'whether payment pages show how rare a token is (a new collection: no)',
          ).choices(['yes', 'no']),
        ),
    async (session, { collection: id, out, publish }) => {
      if (publish !== undefined) await publishRarity(session, id, publish === 'yes')
      const { found, tokens } = await collectionWithTokens(session, id)
      const isPublished = found.rarity_published === true
      const rarity = rankTokens(tokens)
      if (out !== undefined) await writeText(out, rarityCsv(rarity))
      return {
        json: {
          collection_id: id,
          method: 'OpenRarity',
          published: isPublished,
          file: out ?? null,
          ...rarityJson(rarity),
        },
        text: [
          rarityText(rarity, out),
          ...(isPublished ? ['Payment pages show the rank of a token.'] : []),
        ],
      }
    },
  )

const publishRarity = (session: Session, id: string, isPublished: boolean): Promise<unknown> =>
  session.withVault(async (app) =>
    (await app.accounts.client(session.account)).updateCollection(
      id,
      { rarity_published: isPublished },
      { signal: session.signal },
    ),
  )

const rarityJson = ({ tokens, traits }: CollectionRarity) => ({
  tokens: tokens.map(({ rank, assetName, name, score, unique }) => ({
    rank,
    asset_name: assetName,
    name,
    score,
    unique_traits: unique,
  })),
  traits,
})

/** A terminal shows the rarest tokens, and the first values of each trait. */
const shownTokens = 10
const shownValues = 5

const rarityText = ({ tokens, traits }: CollectionRarity, out: string | undefined): Text => {
  const rest = tokens.length - shownTokens
  const all = tokens.length
  return [
    ...traits.map(({ name, values, absent }) => {
      const shown = values
        .slice(0, shownValues)
        .map(({ value, count }) => `${value} ${shareText(count, all)}`)
      const more = values.length > shownValues ? [`${values.length - shownValues} more`] : []
      const without = absent === 0 ? [] : [`without it ${shareText(absent, all)}`]
      return printable(`${name}: ${[...shown, ...more, ...without].join(', ')}`)
    }),
    table(
      tokens.slice(0, shownTokens),
      {
        rank: numberColumn(({ rank }) => numberText(rank)),
        name: ({ name }) => name,
        'asset name': ({ assetName }) => assetName,
        score: numberColumn(({ score }) => scoreText(score)),
        unique: numberColumn(({ unique }) => String(unique)),
      },
      'The collection has no tokens yet.',
    ),
    ...(rest > 0 ? [`… and ${numberText(rest)} more; --out FILE writes all`] : []),
    ...(out === undefined ? [] : [`${countText(all, 'token')} ranked in ${out}.`]),
  ]
}
