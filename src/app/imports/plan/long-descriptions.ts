import { limits } from '#values/bounds/limits.ts'
import { bytesOf, charsOf } from '#values/text/text.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import type { Fix } from '../table/issues.ts'
import { headerKey } from '../table/shape-table.ts'
import type { Table } from '../table/table-types.ts'
import type { MappedColumn } from './column-target.ts'
import { takenAttributes } from './taken-attributes.ts'

/** Whether a token may not have the text as its name or description. */
export const isLongText = (text: string): boolean =>
  charsOf(text) > limits.tokenText.maxChars || bytesOf(text) > limits.tokenText.maxBytes

/**
 * The attributes that long descriptions may become, in the order of preference. CIP-25's own key
 * `description` belongs to the field, which the interface limits to 32 characters; an attribute has
 * no such limit and stands on chain as a list of strings of 64 bytes.
 */
const attributeNames = ['About', 'Story', 'Lore'] as const

/** UTF-16 units of a text that fits a transaction (16,384 bytes) beside the rest of its token. */
const mostUnits = 5_000

/**
 * What makes the descriptions of a column valid at once: it becomes an attribute of each token, or
 * is left out where no name is free or a text is too long for a transaction. Undefined where no
 * column is the description.
 */
export const longDescriptionFix = (
  { columns, rows }: Table,
  mapped: readonly MappedColumn[],
  template: MetadataTemplate | undefined,
): Fix | undefined => {
  const index = mapped.find(
    ({ target }) => target.kind === 'field' && target.name === 'description',
  )?.index
  const column = index === undefined ? undefined : columns[index]
  if (index === undefined || column === undefined) return undefined
  const taken = takenAttributes(mapped, template)
  const name = attributeNames.find((attributeName) => !taken.has(headerKey(attributeName)))
  const fits = rows.every(({ cells }) => (cells[index] ?? '').length <= mostUnits)
  const rename = { kind: 'rename', column: column.letter } as const
  return name === undefined || !fits
    ? { ...rename, value: `ignore:${column.header}`, label: 'Leave all descriptions out' }
    : {
        ...rename,
        value: `custom:${name}`,
        label: `Make all descriptions the custom attribute "${name}"`,
      }
}
