import { ColdpressError } from '#values/errors/errors.ts'
import { timeOf } from '#cardano/slots.ts'
import type { Studio } from '../../options.ts'
import { findDeliveryTime, setDeliveryTime } from '../../store/delivery-times.ts'
import type { SaleRow } from '../../store/sales.ts'
import type { SignableState } from './delivery.ts'
import { paymentsOf } from '../payments.ts'
import { deliveryTimeStatement } from '../statements.ts'

/** Whether keys elsewhere sign for a sale, so that it waits for a signing round once it is paid. */
export const isCollected = ({ delivers_within }: Pick<SaleRow, 'delivers_within'>): boolean =>
  delivers_within !== null

/**
 * The first slot in which a delivery is late. The time counts from the payment's block, or from the
 * owner's later decision to deliver.
 * @returns undefined before the payment, and where the vault signs at once
 */
export const deliverBySlot = (
  { database }: Pick<Studio, 'database'>,
  sale: Pick<SaleRow, 'id' | 'delivers_within' | 'deliver_from'>,
): bigint | undefined => {
  if (sale.delivers_within === null) return undefined
  const paid = paymentsOf(database, sale.id)
    .filter(({ use }) => use === 'counted')
    .map(({ slot }) => slot)
  const from =
    sale.deliver_from ?? paid.reduce<bigint | undefined>((a, b) => (a && a > b ? a : b), undefined)
  return from === undefined ? undefined : from + BigInt(sale.delivers_within)
}

/** As {@link deliverBySlot}, as a time. */
export const deliverBy = (
  studio: Pick<Studio, 'database' | 'network'>,
  sale: Pick<SaleRow, 'id' | 'delivers_within' | 'deliver_from'>,
): Date | undefined => {
  const slot = deliverBySlot(studio, sale)
  return slot === undefined ? undefined : timeOf(studio.network, slot)
}

/**
 * The sealed delivery time of a collection, which visitors' reservations take over.
 * @throws ColdpressError as `SealedFacts.require`
 */
export const requireDeliveryTime = async (
  { database, seals, network }: Pick<Studio, 'database' | 'seals' | 'network'>,
  collectionId: string,
): Promise<number | undefined> => {
  const seconds = findDeliveryTime(database, collectionId)
  if (seconds !== undefined)
    await seals.requireAuthentic(
      deliveryTimeStatement(network, collectionId, seconds),
      `the delivery time of collection ${collectionId}`,
    )
  return seconds
}

/**
 * The delivery time of a sale that is about to be made: the stated one, or that of the collection.
 * @returns null where the vault signs at once
 * @throws ColdpressError `invalid` where one is missing, or is stated and not needed; as
 * {@link requireDeliveryTime}
 */
export const deliveryTimeFor = async (
  studio: Pick<Studio, 'database' | 'seals' | 'network'>,
  collectionId: string,
  { delivery, stated }: { readonly delivery: SignableState; readonly stated: number | undefined },
): Promise<number | null> => {
  if (delivery.state !== 'elsewhere') {
    if (stated === undefined) return null
    throw new ColdpressError(
      'invalid',
      'delivers_within: the keys of this policy are on this computer, which signs a sale as soon as it is paid; leave it out',
    )
  }
  const seconds = stated ?? (await requireDeliveryTime(studio, collectionId))
  if (seconds !== undefined) return seconds
  throw new ColdpressError(
    'invalid',
    `delivers_within: required, because keys that sign for the sale are not on this computer (${delivery.missing.join(', ')}). State in what time you sign for what is sold, such as 172800 seconds for two days; buyers read it before they pay.`,
  )
}

/** Stores a stated delivery time for later sales; call it in the database transaction of its sale. */
export const noteDeliveryTime = (
  { database, seals, network }: Pick<Studio, 'database' | 'seals' | 'network'>,
  collectionId: string,
  seconds: number | undefined,
): void => {
  if (seconds === undefined) return
  setDeliveryTime(database, collectionId, seconds)
  seals.add([{ statement: deliveryTimeStatement(network, collectionId, seconds), seal: undefined }])
}
