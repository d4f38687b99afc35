import { Box, Button, Group, Stack } from '@mantine/core'
import { Copy, Download, ExternalLink, QrCode as QrCodeIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { partPayers } from '#contract/sales/part-payers.ts'
import { salePriceOf } from '#contract/sales/total-price.ts'
import type { SaleDetails } from '#contract/sales/calls.ts'
import { numberText } from '#values/text/format.ts'
import { isLocalLink } from '#values/addresses/is-local-link.ts'
import { call } from '#renderer/bridge.ts'
import { copy } from '#renderer/stores/copy.ts'
import { isCancellable, isTimed, type SaleRef } from '#renderer/data/sales.ts'
import { useIsLocal } from '#renderer/stores/accounts.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { useQuestion } from '#renderer/stores/question.ts'
import { text } from '#renderer/text/en.ts'
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'
import { AmountList } from '#renderer/ui/amounts.tsx'
import { Fold } from '#renderer/ui/fold.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { QrCode } from '#renderer/ui/qr-code.tsx'
import { Ada, Hash } from '#renderer/ui/text-parts.tsx'
import { ActionButton } from '#renderer/views/action-button.tsx'
import { partAmounts } from '../resolution-amounts.ts'
import { TimeLeft } from '../time-left.tsx'
import { SaleArt } from './sale-art.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.sale

type Parts = { readonly sale: SaleDetails; readonly saleRef: SaleRef }

/** How the buyer gets to pay, while it can be paid: the art, what is sent to them, and the rest folded. */
export const PaymentSheet = ({ sale, saleRef }: Parts) => {
  const { uri, payment_link: link } = sale
  const isLocal = useIsLocal(saleRef.accountId)
  if (uri === null) return null
  const publicLink = typeof link === 'string' && !isLocalLink(link) ? link : undefined
  return (
    <Sheet title={words.pay}>
      <Stack gap="md">
        <div className={ui['besideImage']}>
          <SaleArt tokens={sale.tokens} />
          <Stack gap="md">
            <DetailList entries={dueOf(sale)} />
            <LeftToPay sale={sale} />
            <p>{publicLink === undefined ? words.sendFile : words.sendLink}</p>
            {publicLink !== undefined && <Hash value={publicLink} what={words.link} whole />}
          </Stack>
        </div>
        <Share saleRef={saleRef} publicLink={publicLink} />
        {isLocal && <p className={ui['soft']}>{words.keepOpen}</p>}
        <Fold label={text.common.details}>
          <Box w="12rem">
            <QrCode text={uri} label={words.code} />
          </Box>
          <DetailList entries={detailsOf(sale, uri)} />
        </Fold>
        {isCancellable(sale) && (
          <Group justify="flex-end">
            <Button
              variant="subtle"
              color="red"
              onClick={() => useQuestion.getState().ask({ about: 'sale', saleRef })}
            >
              {words.cancel}
            </Button>
          </Group>
        )}
      </Stack>
    </Sheet>
  )
}

/** What is left for whoever has paid a part: the code asks everybody else for the whole price. */
const LeftToPay = ({ sale }: { readonly sale: SaleDetails }) => {
  const [nearest] = partPayers(sale)
  if (nearest === undefined) return null
  const { address, missing, rest, isCompletable } = nearest
  return (
    <>
      <AmountList exact entries={partAmounts(salePriceOf(sale), nearest)} />
      {isCompletable && (
        <div>
          {rest === missing ? (
            words.completedFrom
          ) : (
            <AdaSentence say={words.leftToPay} amounts={[{ lovelace: rest, exact: true }]} />
          )}{' '}
          <Hash value={address} what={words.payer} onCopy={copy} />
        </div>
      )}
      <p className={ui['soft']}>{words.partPaid}</p>
    </>
  )
}

/** What is sent to the buyer: the link where they can open it, a file where not. */
const Share = ({
  saleRef,
  publicLink,
}: {
  readonly saleRef: SaleRef
  /** Undefined: no buyer elsewhere can open the page, and the file is what is sent. */
  readonly publicLink: string | undefined
}) => {
  const { notify } = useNotices.getState()
  const save = (form: 'html' | 'png') => async (): Promise<void> => {
    const path = await call('sales.share', { ...saleRef, form })
    if (path !== null) notify('good', words.shared(path))
  }
  const copyLink = async (link: string): Promise<void> => {
    if (await copy(link)) notify('good', words.linkCopied)
  }
  return (
    <Group gap="sm" role="group" aria-label={words.share}>
      {publicLink !== undefined && (
        <IconButton variant="filled" icon={Copy} onClick={() => void copyLink(publicLink)}>
          {words.copyLink}
        </IconButton>
      )}
      <ActionButton
        variant={publicLink === undefined ? 'filled' : 'default'}
        leftSection={<Download size={16} aria-hidden />}
        action={save('html')}
      >
        {words.sharePage}
      </ActionButton>
      <ActionButton
        variant="default"
        leftSection={<QrCodeIcon size={16} aria-hidden />}
        action={save('png')}
      >
        {words.sharePicture}
      </ActionButton>
    </Group>
  )
}

type Entries = readonly (readonly [string, ReactNode])[]

/** Of which a part is paid, the sum below says what is due. */
const dueOf = (sale: SaleDetails): Entries => [
  ...(partPayers(sale).length > 0
    ? []
    : [
        [
          words.total,
          <Box key="due" component="span" fz="xl" fw={600}>
            <Ada lovelace={sale.due} exact />
          </Box>,
        ] as const,
      ]),
  ...(isTimed(sale)
    ? [[words.timeLeft, <TimeLeft key="left" endsAt={sale.endsAt} />] as const]
    : []),
]

/** What only some buyers need, and last what opens on this computer alone. */
const detailsOf = (sale: SaleDetails, uri: string): Entries => [
  ...(typeof sale.confirmations === 'number'
    ? [[words.confirmations, numberText(sale.confirmations)] as const]
    : []),
  [
    words.address,
    <Hash key="address" value={sale.payment_address} what={words.address} onCopy={copy} />,
  ],
  [words.wallet, <Hash key="wallet" value={uri} what={words.wallet} onCopy={copy} />],
  ...(typeof sale.payment_link === 'string'
    ? [
        [
          isLocalLink(sale.payment_link) ? words.linkHere : words.link,
          <OpenLink key="link" link={sale.payment_link} />,
        ] as const,
      ]
    : []),
]

const OpenLink = ({ link }: { readonly link: string }) => (
  <>
    <Hash value={link} what={words.link} onCopy={copy} whole />{' '}
    <a className={ui['link']} href={link} target="_blank" rel="noreferrer">
      {words.openLink}
      <ExternalLink size={14} aria-hidden />
    </a>
  </>
)
