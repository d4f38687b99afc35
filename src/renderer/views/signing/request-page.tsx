import { Button, SegmentedControl, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { ShownRequest } from '#contract/signing/calls.ts'
import { call } from '#renderer/bridge.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { BackLink } from '#renderer/ui/back-link.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty, Page } from '#renderer/ui/page.tsx'
import { When } from '#renderer/ui/text-parts.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { isOpen, titleOf } from './entry-state.tsx'
import { acceptanceState, acceptedCodes } from './acceptance.ts'
import { RequestReview } from './request-review.tsx'
import { SignBar, staysInSight } from './sign-bar.tsx'
import { sentenceOf } from './sentence.ts'
import styles from './signing.module.css'
import ui from '#renderer/ui/parts.module.css'
import { DropArea } from '#renderer/ui/drop-area.tsx'
import { useReceive } from './use-receive.ts'
import { TransactionDetailsSheet } from './details-sheet.tsx'
import { InputsSheet } from './inputs-sheet.tsx'
import { MintSheet } from './mint-sheet.tsx'
import type { RequestSheetProps } from './request-sheet-props.ts'
import { OutputsSheet } from './outputs-sheet.tsx'
import { RawSheet } from './raw-sheet.tsx'
import { SignersSheet } from './signers-sheet.tsx'
import { TokensSheet } from './tokens-sheet.tsx'
import { SplitPage } from '#renderer/ui/split-page.tsx'

const words = text.signing

/** One request: its main details at a glance, the details below. */
export const RequestPage = ({ id }: { readonly id: string }) => {
  const { data: shown, error, refetch } = useCall('signing.show', { id })
  const { drop } = useReceive(id)
  const go = useNavigation((store) => store.go)
  return (
    <DropArea hint={text.signing.receive.dropHere} onDrop={({ files }) => drop([...files])}>
      <Page
        from={<BackLink onClick={() => go({ view: 'signing' })}>{words.backToInbox}</BackLink>}
        title={shown === undefined ? words.title : titleOf(shown.entry)}
        lead={shown === undefined ? undefined : <Came shown={shown} />}
        actions={<Actions shown={shown} />}
        fixed
      >
        {error?.code === 'not_found' && <Empty title={words.gone} />}
        {error !== null && error.code !== 'not_found' && (
          <ErrorAlert error={error} onRetry={() => void refetch()} />
        )}
        {shown === undefined && error === null && <Waiting />}
        {shown !== undefined && <Request shown={shown} />}
      </Page>
    </DropArea>
  )
}

const Came = ({ shown: { entry } }: { readonly shown: ShownRequest }) => {
  const from = words.origins[entry.origin]
  return (
    <>
      {entry.originName === null ? from : words.cameFrom(from, entry.originName)},{' '}
      <When at={entry.createdAt} />
    </>
  )
}

const Actions = ({ shown }: { readonly shown: ShownRequest | undefined }) => {
  const id = shown?.entry.id
  const state = shown?.entry.state
  const change = (name: 'signing.dismiss' | 'signing.reopen') =>
    id !== undefined && void attempt(() => call(name, { id }))
  return (
    <>
      {state === 'dismissed' && (
        <Button variant="default" onClick={() => change('signing.reopen')}>
          {words.reopen}
        </Button>
      )}
      {state !== undefined && isOpen(state) && (
        <Tooltip label={words.dismissHint}>
          <Button variant="default" onClick={() => change('signing.dismiss')}>
            {words.dismiss}
          </Button>
        </Tooltip>
      )}
    </>
  )
}

/** The review and its details scroll; the button that signs stays in sight below them. */
const Request = ({ shown }: { readonly shown: ShownRequest }) => {
  const { entry, transactions } = shown
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const accept = (keys: readonly string[], on: boolean) => {
    const changed = new Set(keys)
    setAccepted(on ? accepted.union(changed) : accepted.difference(changed))
  }
  const isInSight = staysInSight(shown)
  const signBar = isOpen(entry.state) && (
    <SignBar
      shown={shown}
      isInSight={isInSight}
      acceptance={acceptanceState(transactions, accepted)}
      acknowledged={(transaction) => acceptedCodes(transaction, accepted)}
    />
  )
  return (
    <section className={ui['fill']} aria-label={words.review.frame}>
      <div className={ui['scroll']}>
        <div className={ui['stack']}>
          <RequestReview
            shown={shown}
            accepted={accepted}
            onAccept={accept}
            signBar={!isInSight && signBar}
          />
          <TransactionsInDetail shown={shown} />
        </div>
      </div>
      {isInSight && signBar}
    </section>
  )
}

/** All that each transaction says, one at a time. */
const TransactionsInDetail = ({ shown }: { readonly shown: ShownRequest }) => {
  const { transactions } = shown
  const [position, setPosition] = useState(0)
  const chosen = transactions[position]
  return (
    <>
      {transactions.length > 1 && (
        <>
          <p>{words.review.detailsOfOne(transactions.length)}</p>
          <SegmentedControl
            aria-label={words.title}
            className={styles['tabs']}
            data={transactions.map((_, at) => ({
              value: String(at),
              label: words.review.ofTransaction(at + 1, transactions.length),
            }))}
            value={String(position)}
            onChange={(value) => setPosition(Number(value))}
          />
        </>
      )}
      {chosen !== undefined && (
        <>
          {transactions.length > 1 && <Sentence {...sentenceOf([chosen], shown)} />}
          <TransactionSheets key={chosen.summary.txId} shown={shown} transaction={chosen} />
        </>
      )}
    </>
  )
}

const Sentence = ({ headline, rest }: ReturnType<typeof sentenceOf>) => (
  <p>
    <strong>{headline}.</strong> {rest}
  </p>
)

/** All that one transaction says, for whoever looks closer. */
const TransactionSheets = (props: RequestSheetProps) => (
  <SplitPage
    aside={
      <>
        <SignersSheet transaction={props.transaction} />
        <TransactionDetailsSheet {...props} />
        <InputsSheet transaction={props.transaction} />
        <RawSheet {...props} />
      </>
    }
  >
    <OutputsSheet transaction={props.transaction} />
    <MintSheet {...props} />
    <TokensSheet {...props} />
  </SplitPage>
)
