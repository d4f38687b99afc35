import { Button, Stack } from '@mantine/core'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SaleFacts } from '#shared/calls/sales.ts'
import { numberText } from '#shared/format.ts'
import { isLocalLink } from '#shared/is-local-link.ts'
import { copy } from '#renderer/stores/copy.ts'
import { isTimed, type SaleRef } from '#renderer/data/sales.ts'
import { useQuestion } from '#renderer/stores/question.ts'
import { text } from '#renderer/text/en.ts'
import { Facts, Sheet } from '#renderer/ui/page.tsx'
import { QrCode } from '#renderer/ui/qr-code.tsx'
import { Ada, Hash } from '#renderer/ui/text-parts.tsx'
import styles from '../sales.module.css'
import { TimeLeft } from '../time-left.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.sale

/** How a sale is paid, while it can be. */
export const PaymentSheet = ({
  sale,
  saleRef,
}: {
  readonly sale: SaleFacts
  readonly saleRef: SaleRef
}) => {
  const { uri } = sale
  const isHere = isLocalLink(sale.paymentLink)
  if (uri === null) return null
  return (
    <Sheet title={words.pay}>
      <Stack gap="md">
        <p className={ui['soft']}>{isHere ? words.payTextHere : words.payText}</p>
        <div className={styles['pay']}>
          <QrCode text={uri} label={words.code} />
          <Facts entries={entriesOf(sale)} />
        </div>
        <Facts entries={linksOf(sale, uri, isHere)} />
        <div className={styles['actions']}>
          <a className={ui['link']} href={sale.paymentLink} target="_blank" rel="noreferrer">
            {words.openLink}
            <ExternalLink size={14} aria-hidden />
          </a>
          {sale.status === 'RESERVED' && (
            <Button
              variant="subtle"
              color="red"
              onClick={() => useQuestion.getState().ask({ about: 'sale', saleRef })}
            >
              {words.cancel}
            </Button>
          )}
        </div>
      </Stack>
    </Sheet>
  )
}

const entriesOf = (sale: SaleFacts): readonly (readonly [string, ReactNode])[] => [
  [
    words.total,
    <span key="due" className={styles['amount']}>
      <Ada lovelace={sale.due} exact />
    </span>,
  ],
  ...(sale.due === sale.total
    ? []
    : [[words.restOf, <Ada key="total" lovelace={sale.total} />] as const]),
  ...(isTimed(sale)
    ? [[words.timeLeft, <TimeLeft key="left" endsAt={sale.endsAt} />] as const]
    : []),
  [words.confirmations, numberText(sale.confirmations)],
]

const linksOf = (
  sale: SaleFacts,
  uri: string,
  isHere: boolean,
): readonly (readonly [string, ReactNode])[] => [
  [
    isHere ? words.linkHere : words.link,
    <Hash key="link" value={sale.paymentLink} what={words.link} onCopy={copy} whole />,
  ],
  [
    words.address,
    <Hash key="address" value={sale.paymentAddress} what={words.address} onCopy={copy} />,
  ],
  [words.wallet, <Hash key="wallet" value={uri} what={words.wallet} onCopy={copy} />],
]
