import { Flex } from '@mantine/core'
import { Signature } from 'lucide-react'
import type { SaleDetails } from '#contract/sales/calls.ts'
import { copy } from '#renderer/stores/copy.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import type { SaleRef } from '#renderer/data/sales.ts'
import { withAdaSign } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import { SheetSection } from '#renderer/ui/page.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { KeyLocation } from '#renderer/views/minting/key-location.tsx'
import { UnlockToSign } from '../signing-notice.tsx'
import ui from '#renderer/ui/parts.module.css'
import { IconButton } from '#renderer/ui/icon-button.tsx'

const words = text.sales.sale.parked

/** Whose signature the sale or its refund waits for, and the way to the request for it. */
export const ParkedSection = ({
  parked,
  blocked,
  saleRef,
}: {
  readonly parked: NonNullable<SaleDetails['parked']>
  readonly blocked: SaleDetails['signing_blocked']
  readonly saleRef: SaleRef
}) => {
  const { go } = useNavigation()
  const { accountId, collectionId } = saleRef
  return (
    <SheetSection title={words.title(parked.missing.length)}>
      <ul className={ui['tight']}>
        {parked.missing.map(({ keyHash, here }) => (
          <li key={keyHash} className={ui['inline']}>
            <Hash value={keyHash} what={words.key} onCopy={copy} />
            <KeyLocation here={here} />
          </li>
        ))}
      </ul>
      <p className={ui['soft']}>{words[parked.kind]}</p>
      {blocked !== null && blocked !== undefined && <p>{withAdaSign(blocked.message)}</p>}
      <Flex display="inline-flex" wrap="wrap" gap="xs">
        <IconButton
          variant="filled"
          icon={Signature}
          onClick={() => go({ view: 'mint', accountId, collectionId, mintId: parked.mintId })}
        >
          {words.open}
        </IconButton>
        <UnlockToSign accountId={accountId} blocked={blocked} />
      </Flex>
    </SheetSection>
  )
}
