import { issueOf, readable, type Issue } from '../table/issues.ts'
import { compareWithExisting } from './existing.ts'
import type { ExistingToken, KnownContents, PlannedToken } from './plan-types.ts'

/**
 * New tokens that the collection has already, with the same texts and image, under an asset name that
 * no row has: a format without asset names has them made again.
 */
export const heldUnderOtherNames = (
  tokens: readonly PlannedToken[],
  existing: readonly ExistingToken[],
  contents: KnownContents | undefined,
): readonly Issue[] => {
  const taken = new Set(tokens.map(({ assetName }) => assetName))
  const others = existing.filter(({ assetName }) => !taken.has(assetName))
  const byName = Map.groupBy(others, ({ fields }) => fields.name)
  return tokens.flatMap((token) => {
    if (token.state !== 'new') return []
    const [held, second] = byName.get(token.request.name) ?? []
    if (held === undefined || second !== undefined) return []
    if (compareWithExisting(token, held, contents).state !== 'done') return []
    return [otherName(token, held.assetName)]
  })
}

const otherName = ({ row, assetName }: PlannedToken, held: string): Issue =>
  issueOf(
    'token_under_other_name',
    `Row ${row}, asset_name: the collection has this token already, under the asset name "${readable(held)}". An import would add it again as "${readable(assetName)}".`,
    {
      row,
      column: 'asset_name',
      value: assetName,
      fix: { kind: 'set_value', value: held, label: `Write ${readable(held)}` },
    },
  )
