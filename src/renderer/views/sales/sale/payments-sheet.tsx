import type { SaleFacts, SalePayment } from '#shared/calls/sales.ts'
import { numberText } from '#shared/format.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { Ada, Hash, When } from '#renderer/ui/text-parts.tsx'
import styles from '../sales.module.css'
import { TransactionLink } from '../../transaction-link.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.sale
const columns = words.paymentColumns

/** Every payment that was seen, and what it is used for. */
export const PaymentsSheet = ({ sale }: { readonly sale: SaleFacts }) => (
  <Sheet title={words.payments}>
    {sale.payments.length === 0 ? (
      <p className={ui['soft']}>{words.noPayments}</p>
    ) : (
      <div className={styles['tableScroll']} tabIndex={0} role="region" aria-label={words.payments}>
        <table className={`${ui['table']} ${styles['table']}`}>
          <thead>
            <tr>
              <th scope="col">{columns.from}</th>
              <th scope="col" data-align="end">
                {columns.amount}
              </th>
              <th scope="col">{columns.use}</th>
              <th scope="col">{columns.at}</th>
              <th scope="col" data-align="end">
                {columns.blocks}
              </th>
              <th scope="col">{words.transaction}</th>
            </tr>
          </thead>
          <tbody>
            {sale.payments.map((payment, index) => (
              <Row
                key={`${payment.txId} ${payment.index}`}
                payment={payment}
                position={index + 1}
              />
            ))}
          </tbody>
        </table>
      </div>
    )}
  </Sheet>
)

const Row = ({
  payment,
  position,
}: {
  readonly payment: SalePayment
  readonly position: number
}) => {
  const { address, lovelace, assets, use, at, slot, confirmations, txId, page } = payment
  return (
    <tr>
      <td>
        <Hash value={address} what={columns.from} onCopy={copy} />
      </td>
      <td data-align="end">
        <Ada lovelace={lovelace} />
        {assets.length > 0 && <div className={ui['soft']}>{words.otherTokens(assets.length)}</div>}
      </td>
      <td>{words.uses[use]}</td>
      <td>{at === null ? text.common.slot(slot) : <When at={at} slot={slot} />}</td>
      <td data-align="end">{numberText(confirmations)}</td>
      <td>
        <TransactionLink txId={txId} page={page} label={words.openPayment(position)} />
      </td>
    </tr>
  )
}
