import type { SaleErrorName } from '#contract/sales/explain-sale-error.ts'
import type { TxId } from '#cardano/ids.ts'
import type { SaleState } from '#studio/pages/sale-state.ts'
import type { OwnSale } from '#studio/sales/show/sale-view.ts'
import { baseAddress } from '../open-studio.ts'

export const endsAt = new Date('2026-03-01T12:30:00Z')

type SaleChanges = Partial<Pick<OwnSale, 'status' | 'supply' | 'payments'>> & {
  readonly surplus?: bigint
  readonly errors?: ReadonlySet<SaleErrorName>
  readonly txId?: TxId
}
/** What differs of a sale of two tokens at 10.5 ADA each, of which nothing is paid. */
export type Changes = Partial<Omit<SaleState, 'sale'>> & SaleChanges

const saleWith = ({
  status = 'RESERVED',
  supply = 2,
  payments = [],
  surplus = 0n,
  errors = new Set(),
  txId,
}: SaleChanges): OwnSale => ({
  id: '01',
  collection_id: '02',
  status,
  type: 'fixed',
  price: 10_500_000,
  supply,
  payment_address: baseAddress,
  payment_link: 'https://shop.example.com/pay/sale/01',
  reservation_time: 1_800,
  reserved_time: 0,
  tokens: [],
  confirmations: 15,
  payments,
  error: [...errors].map((name) => ({ name, message: {} })),
  surplus: Number(surplus),
  delivery: null,
  tx_id: txId ?? null,
  created_at: '2026-03-01T12:00:00Z',
  updated_at: '2026-03-01T12:00:00Z',
})

export const stateWith = ({
  status,
  supply,
  payments,
  surplus,
  errors,
  txId,
  ...changes
}: Changes) => ({
  sale: saleWith({
    ...(status === undefined ? {} : { status }),
    ...(supply === undefined ? {} : { supply }),
    ...(payments === undefined ? {} : { payments }),
    ...(surplus === undefined ? {} : { surplus }),
    ...(errors === undefined ? {} : { errors }),
    ...(txId === undefined ? {} : { txId }),
  }),
  total: 21_000_000n,
  paid: 0n,
  left: 0n,
  due: 0n,
  partPayers: [],
  confirmations: undefined,
  endsAt,
  isOver: false,
  isHeld: true,
  isUnread: false,
  pausedUntil: undefined,
  delivery: 'ready' as const,
  isParked: false,
  blocksOnIt: 0,
  refundTxId: undefined,
  ...changes,
})
