import { ExternalLink } from 'lucide-react'
import type { MintFacts, MintReview, MintTransactionFacts } from '#shared/calls/minting.ts'
import { numberText } from '#shared/format.ts'
import { copy } from '#renderer/stores/copy.ts'
import type { MintRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { Ada, Hash } from '#renderer/ui/text-parts.tsx'
import { nounOf, TransactionState } from '../mint-state.tsx'
import styles from '../minting.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.mint.table

/** Every transaction: what it costs, how far it is, and where it can be looked at. */
export const TransactionTable = ({
  mint,
  mintRef,
}: {
  readonly mint: MintFacts
  readonly mintRef: MintRef
}) => {
  const { data: review } = useCall('minting.review', mintRef)
  return (
    <Sheet title={text.minting.mint.transactions}>
      <div
        className={styles['tableScroll']}
        tabIndex={0}
        role="region"
        aria-label={words.label(nounOf(mint))}
      >
        <table className={`${ui['table']} ${styles['table']}`}>
          <thead>
            <tr>
              <th scope="col">{words.position}</th>
              <th scope="col">{words.txId}</th>
              <th scope="col" data-align="end">
                {words.tokens}
              </th>
              <th scope="col" data-align="end">
                {words.fee}
              </th>
              <th scope="col" data-align="end">
                {words.along}
              </th>
              <th scope="col" data-align="end">
                {words.size}
              </th>
              <th scope="col">{words.state}</th>
              <th scope="col">{words.link}</th>
            </tr>
          </thead>
          <tbody>
            {mint.all.map((one, index) => (
              <Row
                key={one.txId}
                transaction={one}
                inspected={review?.transactions[index]}
                position={index + 1}
                wanted={mint.wanted}
                isExact={mint.status === 'awaiting_witnesses'}
                isRoyalty={mint.withRoyalty && index === 0}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Sheet>
  )
}

const Row = ({
  transaction,
  inspected,
  position,
  wanted,
  isExact,
  isRoyalty,
}: {
  readonly transaction: MintTransactionFacts
  readonly inspected: MintReview['transactions'][number] | undefined
  readonly position: number
  readonly wanted: number
  /** Before a signature nothing is rounded. */
  readonly isExact: boolean
  /** It mints the royalty token, which is none of the mint's tokens. */
  readonly isRoyalty: boolean
}) => {
  const { txId, tokens, fee, size, status, confirmations, message, page } = transaction
  const isOnChain = status === 'in_block' || status === 'confirmed'
  return (
    <tr>
      <td className={ui['number']}>{position}</td>
      <td>
        <Hash value={txId} what={words.txId} onCopy={copy} />
        {message !== null && <div className={ui['small']}>{message}</div>}
      </td>
      <td data-align="end">{isRoyalty ? text.minting.kinds.royalty : numberText(tokens)}</td>
      <td data-align="end">
        <Ada lovelace={inspected?.fee ?? fee} exact={isExact} />
      </td>
      <td data-align="end">
        {inspected !== undefined && <Ada lovelace={inspected.along} exact={isExact} />}
      </td>
      <td data-align="end">
        {words.ofLimit(
          numberText(size),
          inspected === undefined ? '' : numberText(inspected.limit),
        )}
      </td>
      <td>
        <TransactionState status={status} />
        {status === 'in_block' && (
          <span className={ui['small']}>
            {' '}
            {words.confirmations(Math.min(confirmations, wanted), wanted)}
          </span>
        )}
      </td>
      <td>
        {isOnChain && (
          <a
            className={ui['link']}
            href={page}
            target="_blank"
            rel="noreferrer"
            aria-label={words.openOf(position)}
          >
            {words.open}
            <ExternalLink size={14} aria-hidden />
          </a>
        )}
      </td>
    </tr>
  )
}
