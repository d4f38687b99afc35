import type { ReactNode } from 'react'
import { adaText, numberText, withAdaSign } from '#values/text/format.ts'
import type { TransactionSummary } from '#contract/signing/transactions.ts'
import { text } from '#renderer/text/en.ts'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { Ada, When } from '#renderer/ui/text-parts.tsx'
import type { RequestSheetProps } from './request-sheet-props.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.details

export const TransactionDetailsSheet = ({ shown, transaction: { summary } }: RequestSheetProps) => {
  const { fee, minimumFee, size, validity, also } = summary
  const { stated } = shown
  return (
    <Sheet title={words.title}>
      <DetailList
        entries={[
          [words.network, networkText(summary)],
          ...(validity.invalidBefore === null
            ? []
            : [[words.from, <Moment key="from" at={validity.invalidBefore} />] as const]),
          [
            words.until,
            validity.invalidHereafter === null ? (
              text.signing.neverExpires
            ) : (
              <Moment key="until" at={validity.invalidHereafter} />
            ),
          ],
          [
            words.fee,
            <span key="fee">
              <Ada lovelace={fee} exact />
              {minimumFee !== null && (
                <span className={ui['dimmed']}>
                  {' '}
                  ({words.feeLeast(adaText(minimumFee.lovelace))})
                </span>
              )}
            </span>,
          ],
          [words.size, words.sizeText(numberText(size.signedBytes), numberText(size.limit))],
          ...also.map(
            ({ kind, count, detail }, at) =>
              [
                at === 0 ? words.also : `${words.also} (${at + 1})`,
                `${kind.replaceAll('_', ' ')}: ${withAdaSign(detail ?? String(count))}`,
              ] as const,
          ),
          ...(stated === null
            ? []
            : [[words.made, <When key="made" at={stated.createdAt} />] as const]),
          ...(stated === null || stated.parametersAsOf === null
            ? []
            : [[words.parameters, <When key="as-of" at={stated.parametersAsOf} />] as const]),
        ]}
      />
    </Sheet>
  )
}

const networkText = ({ network: { name, isGuess } }: TransactionSummary): string => {
  if (name === null) return text.signing.unknownNetwork
  const known = text.common.networks[name]
  return isGuess ? `${known}, ${words.networkGuess}` : known
}

const Moment = ({
  at,
}: {
  readonly at: NonNullable<TransactionSummary['validity']['invalidBefore']>
}): ReactNode =>
  at.time === null ? text.common.slot(at.slot) : <When at={at.time} slot={at.slot} />
