import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { attributesOf } from '#cardano/template.ts'
import { headerKey } from '../table/shape-table.ts'
import type { MappedColumn } from './column-target.ts'

/** The names that no new attribute of a token can have, as keys of headers. */
export const takenAttributes = (
  mapped: readonly MappedColumn[],
  template: MetadataTemplate | undefined,
): ReadonlySet<string> =>
  new Set(
    [
      ...mapped.map(({ target }) => target.name.replace(/^<(.*)>$/su, '$1')),
      ...attributesOf(template).flatMap(({ name, key }) => [name, key]),
    ].map(headerKey),
  )
