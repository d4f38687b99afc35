import { ActionIcon, Radio, Stack, Tooltip } from '@mantine/core'
import { Coins, RefreshCw } from 'lucide-react'
import type { MintTerms } from '#shared/calls/minting.ts'
import { adaText } from '#shared/format.ts'
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
  count,
  form,
  onRefresh,
}: {
  readonly collectionRef: CollectionRef
  readonly terms: MintTerms
  /** Tokens that are to be minted. */
  readonly count: number
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
              count={count}
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

const lovelacePerAda = 1_000_000n

/** Plenty: two ADA for each token, and something for the fees; play money costs nothing. */
const plentyFor = (count: number): string =>
  String((BigInt(Math.ceil((count * 2) / 50) * 50) + 50n) * lovelacePerAda)

const OwnFunds = ({
  collectionRef,
  terms: { funding },
  count,
  onRefresh,
}: Omit<Parameters<typeof FundingSection>[0], 'form'>) => {
  const plenty = plentyFor(count)
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
            <span className={ui['soft']}>{words.reserved(adaText(funding.reserved))}</span>
          )}
        </div>
        <Hash value={funding.address} what={words.own} onCopy={copy} />
        {funding.hasTestWallet && (
          <div className={ui['bar']}>
            <span className={ui['soft']}>{words.fundHint}</span>
            <ActionButton
              variant="default"
              leftSection={<Coins size={16} aria-hidden />}
              action={async () => {
                await change('minting.fund', { ...collectionRef, lovelace: plenty })
                useNotices.getState().notify('good', words.funded(adaText(plenty)))
              }}
            >
              {words.fund(adaText(plenty))}
            </ActionButton>
          </div>
        )}
        <p className={ui['soft']}>{words.estimate}</p>
      </Stack>
    </div>
  )
}
