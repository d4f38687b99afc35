import { useEffect, useRef } from 'react'
import { useCollection } from '#renderer/stores/collection.ts'
import type { CollectionRef } from '#renderer/stores/minting.ts'
import { isMoving, useSales } from '#renderer/stores/sales.ts'
import { useSaleForm } from '#renderer/stores/sales-form.ts'

const quickMs = 2_000
/** A visitor may reserve a token by its own link, or pay too late, at any time. */
const slowMs = 15_000

/** Asks now, and again while the collection is looked at; what sales do to tokens is taken in. */
export const useSalesUpdates = ({ accountId, collectionId }: CollectionRef): void => {
  const { sales, canSell, open, refresh } = useSales()
  useEffect(() => {
    useSaleForm.getState().open({ accountId, collectionId })
    void open({ accountId, collectionId })
  }, [accountId, collectionId, open])
  const isQuick = sales.some(isMoving)
  useEffect(() => {
    if (canSell === false) return undefined
    const timer = setInterval(() => void refresh(), isQuick ? quickMs : slowMs)
    return () => clearInterval(timer)
  }, [canSell, isQuick, refresh])
  const states =
    canSell === undefined
      ? undefined
      : sales
          .slice(0, newest)
          .map(({ id, status }) => `${id} ${status}`)
          .join()
  const before = useRef<string>(undefined)
  useEffect(() => {
    const isNews = before.current !== undefined && before.current !== states
    before.current = states
    if (!isNews) return
    const { sales: known } = useSales.getState()
    void useCollection
      .getState()
      .learn(
        new Map(
          known.toReversed().flatMap(({ tokens }) => tokens.map(({ id, status }) => [id, status])),
        ),
      )
  }, [states])
}

/** Older ones hardly change, and writing them all down at each answer is work. */
const newest = 200
