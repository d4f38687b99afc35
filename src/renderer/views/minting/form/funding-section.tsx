import { ActionIcon, Radio, Stack, Tooltip } from '@mantine/core'
import { Coins, RefreshCw } from 'lucide-react'
import type { MintEstimateFacts, MintTerms } from '#shared/calls/minting.ts'
import { adaText } from '#shared/format.ts'
import { fundingFor, fundingReserve } from '#shared/funding.ts'
import { paymentFor } from '#shared/min-payment.ts'
import { change } from '#renderer/data/change.ts'
import { copy } from '#renderer/stores/copy.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { CodeInput } from '#renderer/ui/code-input.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { Ada, Hash } from '#renderer/ui/text-parts.tsx'
import { ActionButton } from '#renderer/views/action-button.tsx'
import { useAction } from '#renderer/views/use-submit.ts'
import styles from '../minting.module.css'
import type { MintDraftForm } from './form-of.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.form

/** What the mint is paid from. */
export const FundingSection = ({
  collectionRef,
  terms,
  estimate,
  form,
  onRefresh,
}: {
  readonly collectionRef: CollectionRef
  readonly terms: MintTerms
  /** Undefined while it is not known. */
  readonly estimate: MintEstimateFacts | undefined
  readonly form: MintDraftForm
  readonly onRefresh: () => Promise<unknown>
}) => {
  const { funding } = form.values
  return (
    <Sheet title={words.paid}>
      <Radio.Group aria-label={words.paid} {...form.getInputProps('funding')}>
        <Stack gap="sm">
          <Radio value="own" label={words.own} description={words.ownHint} />
          {funding === 'own' && (
            <OwnFunds
              collectionRef={collectionRef}
              terms={terms}
              estimate={estimate}
              onRefresh={onRefresh}
            />
          )}
          <Radio value="other" label={words.external} description={words.externalHint} />
          {funding === 'other' && (
            <CodeInput
              className={styles['indent'] ?? ''}
              label={words.payer}
              description={words.addressHint(text.common.networks[terms.network])}
              {...form.getInputProps('payer')}
            />
          )}
        </Stack>
      </Radio.Group>
    </Sheet>
  )
}

const OwnFunds = ({
  collectionRef,
  terms: { funding },
  estimate,
  onRefresh,
}: Omit<Parameters<typeof FundingSection>[0], 'form'>) => {
  const refresh = useAction(onRefresh)
  return (
    <div className={styles['indent']}>
      <Stack gap="xs">
        <div className={ui['marks']}>
          <span className={ui['soft']}>{words.balance}</span>
          <span className={styles['amount']} role="status">
            {funding.lovelace === null ? words.noGateway : <Ada lovelace={funding.lovelace} />}
          </span>
          <Tooltip label={words.refresh}>
            <ActionIcon
              variant="default"
              size="md"
              aria-label={words.refresh}
              loading={refresh.isBusy}
              onClick={() => void refresh.run()}
            >
              <RefreshCw size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
          {funding.reserved !== null && funding.reserved !== '0' && (
            <span className={ui['soft']}>{words.reserved(shortText(funding.reserved))}</span>
          )}
        </div>
        <Hash value={funding.address} what={words.own} onCopy={copy} />
        {estimate !== undefined && (
          <Missing
            collectionRef={collectionRef}
            estimate={estimate}
            hasTestWallet={funding.hasTestWallet}
          />
        )}
      </Stack>
    </div>
  )
}

/** What the balance lacks, and how it gets there. */
const Missing = ({
  collectionRef,
  estimate: { missing, left },
  hasTestWallet,
}: {
  readonly collectionRef: CollectionRef
  readonly estimate: MintEstimateFacts
  readonly hasTestWallet: boolean
}) => {
  if (missing === '0') return <p className={ui['soft']}>{words.enough(shortText(left))}</p>
  const amount = fundingFor(BigInt(missing))
  return (
    <>
      <p>
        {words.missing(adaText(missing), shortText(left))}
        {!hasTestWallet && ` ${words.send(adaText(paymentFor(BigInt(missing))))}`}
      </p>
      {hasTestWallet && (
        <div className={ui['bar']}>
          <ActionButton
            variant="default"
            leftSection={<Coins size={16} aria-hidden />}
            action={async () => {
              await change('minting.fund', { ...collectionRef, lovelace: String(amount) })
              useNotices.getState().notify('good', words.funded(shortText(amount)))
            }}
          >
            {words.fund(shortText(amount))}
          </ActionButton>
          <span className={ui['soft']}>
            {words.fundHint(shortText(missing), shortText(fundingReserve))}
          </span>
        </div>
      )}
    </>
  )
}

const shortText = (lovelace: string | bigint): string => adaText(lovelace, '₳', { isShort: true })
