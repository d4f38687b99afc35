import { isDeepStrictEqual } from 'node:util'
import type { SaleRow } from '../store/sales.ts'

/** Whether nothing changed except the fields that each poll updates. */
export const isSameSale = (one: SaleRow | undefined, other: SaleRow): boolean =>
  one !== undefined && isDeepStrictEqual(withoutPolls(one), withoutPolls(other))

const withoutPolls = ({
  cursor_height: _height,
  cursor_index: _index,
  watch_at: _next,
  watched_at: _last,
  unpaid_by: _unpaid,
  ...sale
}: SaleRow) => sale
