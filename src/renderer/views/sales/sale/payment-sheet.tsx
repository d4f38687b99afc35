import { Box, Button, Group, Stack } from '@mantine/core'
import { Download, ExternalLink, QrCode as QrCodeIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { partPayers } from '#contract/sales/part-payers.ts'
import { salePriceOf } from '#contract/sales/total-price.ts'
import type { SaleDetails } from '#contract/sales/calls.ts'
import { numberText } from '#values/text/format.ts'
import { isLocalLink } from '#values/addresses/is-local-link.ts'
import { call } from '#renderer/bridge.ts'
import { copy } from '#renderer/stores/copy.ts'
import { isCancellable, isTimed, type SaleRef } from '#renderer/data/sales.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { useQuestion } from '#renderer/stores/question.ts'
import { text } from '#renderer/text/en.ts'
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'
import { AmountList } from '#renderer/ui/amounts.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { QrCode } from '#renderer/ui/qr-code.tsx'
import { Ada, Hash } from '#renderer/ui/text-parts.tsx'
import { ActionButton } from '#renderer/views/action-button.tsx'
import { partAmounts } from '../resolution-amounts.ts'
import { TimeLeft } from '../time-left.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.sale

/** How a sale is paid, while it can be. */
export const PaymentSheet = ({
  sale,
  saleRef,
}: {
  readonly sale: SaleDetails
  readonly saleRef: SaleRef
}) => {
  const { uri, payment_link: link } = sale
  const isHere = typeof link === 'string' && isLocalLink(link)
  if (uri === null) return null
  return (
    <Sheet title={words.pay}>
      <Stack gap="md">
        <p className={ui['soft']}>{isHere ? words.payTextHere : words.payText}</p>
        <LeftToPay sale={sale} />
        <div className={ui['besideCode']}>
          <QrCode text={uri} label={words.code} />
          <DetailList entries={entriesOf(sale)} />
        </div>
        <DetailList entries={linksOf(sale, uri, isHere)} />
        <Share saleRef={saleRef} isMain={isHere} />
        <Group justify="space-between" gap="sm">
          {typeof link === 'string' && (
            <a className={ui['link']} href={link} target="_blank" rel="noreferrer">
              {words.openLink}
              <ExternalLink size={14} aria-hidden />
            </a>
          )}
          {isCancellable(sale) && (
            <Button
              variant="subtle"
              color="red"
              onClick={() => useQuestion.getState().ask({ about: 'sale', saleRef })}
            >
              {words.cancel}
            </Button>
          )}
        </Group>
      </Stack>
    </Sheet>
  )
}

/** What is left for whoever has paid a part: the code asks everybody else for the whole price. */
const LeftToPay = ({ sale }: { readonly sale: SaleDetails }) => {
  const payers = partPayers(sale)
  const [nearest] = payers
  if (nearest === undefined) return null
  const { address, rest, isCompletable } = nearest
  return (
    <>
      <AmountList exact entries={partAmounts(salePriceOf(sale), nearest)} />
      {isCompletable && (
        <div>
          <AdaSentence say={words.leftToPay} amounts={[{ lovelace: rest, exact: true }]} />{' '}
          <Hash value={address} what={words.payer} onCopy={copy} />
        </div>
      )}
      <p className={ui['soft']}>{words.partPaid}</p>
    </>
  )
}

/** Files for a buyer who cannot open the payment page. */
const Share = ({
  saleRef,
  isMain,
}: {
  readonly saleRef: SaleRef
  /** No buyer opens the page: the file is what is sent. */
  readonly isMain: boolean
}) => {
  const save = (form: 'html' | 'png') => async (): Promise<void> => {
    const path = await call('sales.share', { ...saleRef, form })
    if (path !== null) useNotices.getState().notify('good', words.shared(path))
  }
  return (
    <section aria-label={words.share}>
      <p className={ui['soft']}>{words.shareText}</p>
      <Group gap="sm">
        <ActionButton
          size="compact-sm"
          variant={isMain ? 'filled' : 'default'}
          leftSection={<Download size={14} aria-hidden />}
          action={save('html')}
        >
          {words.sharePage}
        </ActionButton>
        <ActionButton
          size="compact-sm"
          variant="default"
          leftSection={<QrCodeIcon size={14} aria-hidden />}
          action={save('png')}
        >
          {words.sharePicture}
        </ActionButton>
      </Group>
    </section>
  )
}

const entriesOf = (sale: SaleDetails): readonly (readonly [string, ReactNode])[] => [
  [
    partPayers(sale).length === 0 ? words.total : words.totalOfOthers,
    <Box key="due" component="span" fz="xl" fw={600}>
      <Ada lovelace={sale.due} exact />
    </Box>,
  ],
  ...(isTimed(sale)
    ? [[words.timeLeft, <TimeLeft key="left" endsAt={sale.endsAt} />] as const]
    : []),
  ...(typeof sale.confirmations === 'number'
    ? [[words.confirmations, numberText(sale.confirmations)] as const]
    : []),
]

const linksOf = (
  sale: SaleDetails,
  uri: string,
  isHere: boolean,
): readonly (readonly [string, ReactNode])[] => [
  ...(typeof sale.payment_link === 'string'
    ? [
        [
          isHere ? words.linkHere : words.link,
          <Hash key="link" value={sale.payment_link} what={words.link} onCopy={copy} whole />,
        ] as const,
      ]
    : []),
  [
    words.address,
    <Hash key="address" value={sale.payment_address} what={words.address} onCopy={copy} />,
  ],
  [words.wallet, <Hash key="wallet" value={uri} what={words.wallet} onCopy={copy} />],
]
