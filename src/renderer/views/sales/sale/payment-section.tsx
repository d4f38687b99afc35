import { Box, Button, Flex, Group, Stack } from '@mantine/core'
import { Copy, Download, ExternalLink, QrCode as QrCodeIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type PartPayer, partPayers } from '#contract/sales/part-payers.ts'
import { paymentUri } from '#contract/sales/payment-uri.ts'
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
import { Fold } from '#renderer/ui/fold.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { DetailList, SheetSection } from '#renderer/ui/page.tsx'
import { QrCode } from '#renderer/ui/qr-code.tsx'
import { Ada, Hash } from '#renderer/ui/text-parts.tsx'
import { ActionButton } from '#renderer/views/action-button.tsx'
import { TimeLeft } from '../time-left.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.sale

type Parts = { readonly sale: SaleDetails; readonly saleRef: SaleRef }

/** How the buyer gets to pay, while it can be paid: how much, what is sent to them, and the rest folded. */
export const PaymentSection = ({ sale, saleRef }: Parts) => {
  const { uri, payment_link: link } = sale
  const isLocal = useIsLocal(saleRef.accountId)
  if (uri === null) return null
  const publicLink = typeof link === 'string' && !isLocalLink(link) ? link : undefined
  const [nearest] = partPayers(sale)
  return (
    <SheetSection title={words.pay}>
      {nearest === undefined ? (
        <>
          <Due sale={sale} term={words.total} lovelace={sale.due} />
          <p>{publicLink === undefined ? words.sendFile : words.sendLink}</p>
        </>
      ) : (
        <LeftToPay sale={sale} nearest={nearest} />
      )}
      {publicLink !== undefined && <Hash value={publicLink} what={words.link} whole />}
      <Share
        saleRef={saleRef}
        link={link}
        publicLink={publicLink}
        isPrimary={nearest === undefined}
      />
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
    </SheetSection>
  )
}

/** How much, large, and until when. */
const Due = ({
  sale,
  term,
  lovelace,
}: {
  readonly sale: SaleDetails
  readonly term: string
  readonly lovelace: bigint | number
}) => (
  <Group justify="space-between" align="flex-end" gap="lg" maw="24rem">
    <div>
      <div className={ui['soft']}>{term}</div>
      <Box fz={28} lh={1.2} fw={600}>
        <Ada lovelace={lovelace} exact />
      </Box>
    </div>
    {isTimed(sale) && (
      <div>
        <div className={ui['soft']}>{words.timeLeft}</div>
        <TimeLeft endsAt={sale.endsAt} />
      </div>
    )}
  </Group>
)

/** What is left for whoever has paid a part, with its code: everybody else is asked for the whole price. */
const LeftToPay = ({
  sale,
  nearest: { address, missing, rest, isCompletable },
}: {
  readonly sale: SaleDetails
  readonly nearest: PartPayer
}) => (
  <Flex gap="lg" align="flex-start">
    {isCompletable && (
      <Box flex="none" w="clamp(9rem, 16vw, 12rem)">
        <QrCode text={paymentUri(sale.payment_address, rest)} label={words.missingCode} />
      </Box>
    )}
    <Stack gap="sm" flex={1} miw={0}>
      <Due sale={sale} term={words.missing} lovelace={missing} />
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
    </Stack>
  </Flex>
)

/** What is sent to the buyer: the link where they can open it, a file where not. */
const Share = ({
  saleRef,
  link,
  publicLink,
  isPrimary,
}: {
  readonly saleRef: SaleRef
  readonly link: SaleDetails['payment_link']
  /** Nothing on the page comes before it. */
  readonly isPrimary: boolean
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
        <IconButton
          variant={isPrimary ? 'filled' : 'default'}
          icon={Copy}
          onClick={() => void copyLink(publicLink)}
        >
          {words.copyLink}
        </IconButton>
      )}
      <ActionButton
        variant={isPrimary && publicLink === undefined ? 'filled' : 'default'}
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
      {link !== null && link !== undefined && <OpenLink link={link} />}
    </Group>
  )
}

type Entries = readonly (readonly [string, ReactNode])[]

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
          <Hash key="link" value={sale.payment_link} what={words.link} onCopy={copy} whole />,
        ] as const,
      ]
    : []),
]

/** As the buyer sees it. */
const OpenLink = ({ link }: { readonly link: string }) => (
  <a className={ui['link']} href={link} target="_blank" rel="noreferrer">
    {isLocalLink(link) ? text.sales.previewHere : words.openLink}
    <ExternalLink size={14} aria-hidden />
  </a>
)
