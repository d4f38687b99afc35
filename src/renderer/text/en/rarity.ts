import { countText, numberText } from '#values/text/format.ts'
import { shareText } from '#values/rarity/rarity.ts'

/** The part "rarity" of a collection. */
export const rarity = {
  part: 'Rarity',
  lead: 'Rank 1 is the rarest: the fewer tokens share its traits, the higher the score (OpenRarity).',
  method:
    'OpenRarity: each trait weighs as much as it is rare, its information content by the entropy of the collection, after the traits that no other token has. Tokens with the same score share a rank. Empty values, “none” and “null” count as absent.',
  save: 'Save ranks…',
  saved: (path: string) => `Saved: ${path}`,
  publish: 'Show ranks on payment pages',
  loading: 'The ranks appear when all tokens are loaded.',
  none: 'No tokens to rank',
  noneText: 'Import tokens; their attributes decide how rare each is.',
  toImport: 'Import tokens',
  traits: 'Traits',
  ranks: 'Ranks',
  rank: 'Rank',
  token: 'Token',
  score: 'Score',
  unique: 'Only here',
  uniqueHint: 'Traits that no other token has',
  chart: (trait: string, values: number) =>
    `${trait}: ${countText(values, 'value')}, by the number of tokens`,
  tokens: 'Tokens',
  value: 'Value',
  share: (count: number, all: number) => `${numberText(count)} (${shareText(count, all)})`,
  absent: 'Without it',
  more: (values: number) => countText(values, 'more value', 'more values'),
  noCharts: 'The charts can’t be shown. The saved ranks list every value.',
  noTraits: 'No attributes to rank by',
  noTraitsText:
    'Rarity compares the attributes of tokens, and these have none yet. Add a column for each attribute to the table of tokens.',
  noTraitsFixed:
    'Rarity compares the attributes of tokens. These have none, and their metadata can’t change any more.',
  addTraits: 'Add attributes in a table…',
}
