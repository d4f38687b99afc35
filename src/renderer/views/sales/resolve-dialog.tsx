import { useDeferredValue } from 'react'
import { Box, Flex } from '@mantine/core'
import { type RefundPlan, type SaleDetails, salesCalls } from '#contract/sales/calls.ts'
import type { SaleResolution } from '#contract/sales/sale-status.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { copy } from '#renderer/stores/copy.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import type { SaleRef } from '#renderer/data/sales.ts'
import { useVault, withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'
import { AmountList, exactColumn } from '#renderer/ui/amounts.tsx'
import { CodeInput } from '#renderer/ui/code-input.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Fold } from '#renderer/ui/fold.tsx'
import { DetailList } from '#renderer/ui/page.tsx'
import { Ada, Hash } from '#renderer/ui/text-parts.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { ReceiverWarning } from '#renderer/views/receiver-warning.tsx'
import { DraftFormBody } from '../frame/submit-form.tsx'
import { useDraftForm } from '../use-draft-form.ts'
import { refundAmounts, resolutionAmounts, tokensBack } from './resolution-amounts.ts'
import { resolutionText } from './resolution-words.ts'
import { soldText } from './sale-state.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.resolve

/**
 * The last confirmation of a resolution. What spends money is shown in the frame of signing. Needs
 * only the sale's reference, so that any view can open it.
 */
export const ResolveDialog = ({
  saleRef,
  action,
  onDone,
  onClose,
}: {
  readonly saleRef: SaleRef
  readonly action: SaleResolution
  /** What the sale became. */
  readonly onDone?: (sale: SaleDetails) => void
  readonly onClose: () => void
}) => {
  const isCovered = useVault(({ unlockRequest }) => unlockRequest !== undefined)
  const { data, error, refetch, isFetchedAfterMount } = useCall('sales.show', saleRef, {
    polls: false,
  })
  return (
    <Dialog
      onClose={onClose}
      title={words.titles[action]}
      size="lg"
      hasSecretFrame={action !== 'wait'}
      closeOnClickOutside={false}
      closeOnEscape={!isCovered}
    >
      {/* What is decided on is the sale as it is now, not as it was known. */}
      {!isFetchedAfterMount && <Waiting />}
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {isFetchedAfterMount && data !== undefined && (
        <Resolve sale={data} {...{ saleRef, action, onDone, onClose }} />
      )}
    </Dialog>
  )
}

type Parts = {
  readonly saleRef: SaleRef
  readonly sale: SaleDetails
  readonly action: SaleResolution
  readonly onDone: ((sale: SaleDetails) => void) | undefined
  readonly onClose: () => void
}

const Resolve = ({ saleRef, sale, action, onDone, onClose }: Parts) => {
  const isPaidByScript = (sale.error ?? []).some(({ name }) => name === 'PaidByScriptError')
  const hasAddress = action === 'refund' || (action === 'retry' && isPaidByScript)
  // What others have paid goes back without it.
  const isForAll = action === 'retry' || sale.payments.every(({ use }) => use !== 'surplus')
  const needsAddress = hasAddress && isPaidByScript && isForAll
  const form = useDraftForm({
    initial: { to: '' },
    schema: salesCalls['sales.resolve'].input,
    inputOf: ({ to }) => ({ ...saleRef, action, to: to.trim() === '' ? null : to.trim() }),
    check: async ({ to }) =>
      needsAddress && to === null ? [{ field: 'to', message: words.toMissing }] : [],
    submit: async (input) => {
      const after = await withVault(text.sales.vaultReason, () => change('sales.resolve', input))
      useNotices.getState().notify('good', words.done[action])
      onDone?.(after)
      onClose()
    },
  })
  const addressField = (
    <>
      <CodeInput
        label={words.to}
        description={needsAddress ? words.toRequired : words.toHint}
        {...form.getInputProps('to')}
      />
      <ReceiverWarning role="receiver" address={form.values.to} />
    </>
  )
  return (
    <DraftFormBody form={form} submit={words.confirm[action]} isCancelFirst onCancel={onClose}>
      <div>{resolutionText(sale, action)}</div>
      <DetailList entries={[[text.sales.sale.what, soldText(sale)]]} />
      {action === 'refund' ? (
        <Refund saleRef={saleRef} sale={sale} to={form.values.to.trim()} />
      ) : (
        // Nothing is signed to ask for the rest; before a signature nothing is rounded.
        <AmountList entries={resolutionAmounts(sale, action)} exact={action !== 'wait'} />
      )}
      {action === 'accept' && tokensBack(sale) > 0 && (
        <p className={ui['soft']}>{words.tokensBack(tokensBack(sale))}</p>
      )}
      {hasAddress &&
        (needsAddress ? (
          addressField
        ) : (
          <Fold label={words.toOptional} isWrong={form.errors['to'] !== undefined}>
            {addressField}
          </Fold>
        ))}
    </DraftFormBody>
  )
}

/** Receivers and amounts of the transaction as it would be built now. */
const Refund = ({
  saleRef,
  sale,
  to,
}: Pick<Parts, 'saleRef' | 'sale'> & { readonly to: string }) => {
  const asked = useDeferredValue(to)
  const { accountId, collectionId, saleId } = saleRef
  const {
    data: plan,
    error,
    refetch,
    isFetchedAfterMount,
  } = useCall('sales.refund', {
    accountId,
    collectionId,
    saleId,
    to: asked === '' ? null : asked,
  })
  const shown = isFetchedAfterMount ? plan : undefined
  return (
    <Flex component="section" direction="column" gap="xs" mih="9rem" aria-label={words.receivers}>
      <AmountList entries={refundAmounts(sale, shown ?? nothingYet)} exact />
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {shown !== undefined && <Receivers plan={shown} />}
    </Flex>
  )
}

const nothingYet = { receivers: [], fee: null, left: [] }

const Receivers = ({ plan }: { readonly plan: RefundPlan }) => {
  if (plan.receivers.length === 0)
    return plan.left.length === 0 ? (
      <p className={ui['soft']}>{words.nothing}</p>
    ) : (
      <Left left={plan.left} />
    )
  const shownOf = exactColumn(plan.receivers.map(({ lovelace }) => lovelace))
  return (
    <>
      <ul className={ui['tight']}>
        {plan.receivers.map(({ address, lovelace, assets }) => (
          <Flex key={address} component="li" justify="space-between" gap="md">
            <span>
              {words.goesTo} <Hash value={address} what={words.receiver} onCopy={copy} />
            </span>
            <Box component="span" fw={600} ta="end" className={ui['number']}>
              {plan.receivers.length > 1 && <Ada lovelace={lovelace} shown={shownOf(lovelace)} />}
              {assets.length > 0 && (
                <div className={ui['soft']}>{text.sales.sale.otherTokens(assets.length)}</div>
              )}
            </Box>
          </Flex>
        ))}
      </ul>
      {plan.fee === null && <p className={ui['soft']}>{words.feeUnknown}</p>}
      {plan.transactions !== null && plan.transactions > 1 && (
        <p className={ui['soft']}>{words.transactions(plan.transactions)}</p>
      )}
      {plan.left.length > 0 && <Left left={plan.left} />}
    </>
  )
}

/** What stays at the sale's address, and what would be needed. */
const Left = ({ left }: { readonly left: RefundPlan['left'] }) => {
  const shownOf = exactColumn(left.map(({ lovelace }) => lovelace))
  return (
    <section aria-label={words.left}>
      <h3 className={ui['heading']}>{words.left}</h3>
      <ul className={ui['tight']}>
        {left.map(({ address, lovelace, assets, missing, needsReceiver }) => (
          // One payer may have paid more than a transaction can give back.
          <Flex
            key={`${address} ${lovelace} ${missing}`}
            component="li"
            justify="space-between"
            gap="md"
          >
            <Hash value={address} what={words.payer} onCopy={copy} />
            <Box component="span" fw={600} ta="end" className={ui['number']}>
              <Ada lovelace={lovelace} shown={shownOf(lovelace)} />
              {assets.length > 0 && (
                <div className={ui['soft']}>{text.sales.sale.otherTokens(assets.length)}</div>
              )}
            </Box>
            <div className={ui['soft']}>
              {needsReceiver ? (
                words.needsReceiver
              ) : missing === 0 ? (
                words.cannotGoBack
              ) : (
                <AdaSentence
                  say={words.missingForWay}
                  amounts={[{ lovelace: missing, rounding: 'up' }]}
                />
              )}
            </div>
          </Flex>
        ))}
      </ul>
    </section>
  )
}
