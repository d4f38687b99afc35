import { Button, Select, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { networks } from '#values/networks/networks.ts'
import type { ShownRequest, ShownTransaction } from '#contract/signing/calls.ts'
import { mintReceiversOf } from '#contract/signing/mint-receivers.ts'
import { call } from '#renderer/bridge.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { openPolicyDialog } from '#renderer/stores/policy-dialog.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { scriptKeys } from './acceptance.ts'
import { ChainState } from './chain-state.tsx'
import { isOpen } from './entry-state.tsx'
import { MainDetails } from './main-details.tsx'
import { MintReceivers } from './mint-receivers.tsx'
import { NetChangeLines } from './net-change.tsx'
import { NextSteps } from './next-steps.tsx'
import { RequestTokens } from './thumbnails.tsx'
import { ScriptsConsent } from './scripts-consent.tsx'
import { sentenceOf } from './sentence.ts'
import styles from './signing.module.css'
import { WarningList } from './warning-list.tsx'

const words = text.signing.review

/** The request and its warnings, and what comes next. */
export const RequestReview = ({
  shown,
  accepted,
  onAccept,
  signBar,
}: {
  readonly shown: ShownRequest
  /** Keys of the errors that the user accepts. */
  readonly accepted: ReadonlySet<string>
  readonly onAccept: (keys: readonly string[], on: boolean) => void
  /** Where it isn't below the review. */
  readonly signBar: ReactNode
}) => {
  const { entry, transactions } = shown
  const isActive = isOpen(entry.state)
  const scripts = scriptKeys(transactions)
  const canSign = isActive && needsSigning(transactions)
  const isElsewhere =
    entry.state === 'waiting' &&
    !canSign &&
    transactions.some(({ summary }) => summary.isComplete !== true)
  const { headline, rest } = sentenceOf(transactions, shown)
  return (
    <Sheet>
      <Stack gap="md">
        {isElsewhere && <ElsewhereNote transactions={transactions} />}
        <div>
          <h2 className={styles['sentence']}>{headline}</h2>
          <p>{rest}</p>
        </div>
        <RequestTokens shown={shown} />
        <WarningList
          transactions={transactions}
          accepted={accepted}
          {...(canSign ? { onAccept } : {})}
        />
        <MainDetails shown={shown} isElsewhere={isElsewhere} />
        <MintReceivers receivers={mintReceiversOf(transactions.map(({ summary }) => summary))} />
        {entry.network === null && <NetworkChoice id={entry.id} />}
        <ScriptsConsent
          transactions={transactions}
          isAllowed={scripts.every((key) => accepted.has(key))}
          {...(canSign ? { onAllow: (on: boolean) => onAccept(scripts, on) } : {})}
        />
        <ChainState transactions={transactions} />
        {!canSign && (
          <NetChangeLines
            title={text.signing.netChange.title(transactions.length)}
            summaries={transactions.map(({ summary }) => summary)}
          />
        )}
        {signBar}
        {isActive && <NextSteps shown={shown} />}
      </Stack>
    </Sheet>
  )
}

const needsSigning = (transactions: readonly ShownTransaction[]): boolean =>
  transactions.some(({ toSign }) => toSign.length > 0)

/** A test network's transaction does not say which test network it is for. */
const NetworkChoice = ({ id }: { readonly id: string }) => (
  <Select
    label={words.chooseNetwork}
    description={words.chooseNetworkHint}
    maw="var(--field-lg)"
    data={networks
      .filter((network) => network !== 'mainnet')
      .map((network) => ({ value: network, label: text.common.networks[network] }))}
    value={null}
    onChange={(value) => {
      const network = networks.find((candidate) => candidate === value)
      if (network !== undefined) void attempt(() => call('signing.setNetwork', { id, network }))
    }}
  />
)

/** Why nothing can be signed here, and what to do. */
const ElsewhereNote = ({ transactions }: Pick<ShownRequest, 'transactions'>) => {
  const isWanted = transactions.some(
    ({ summary: { missing } }) => missing.keys.length > 0 || missing.choices.length > 0,
  )
  return (
    <Note
      action={
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => openPolicyDialog({ dialog: 'import' })}
        >
          {words.importKey}
        </Button>
      }
    >
      <strong>{text.signing.elsewhere}.</strong> {isWanted ? words.noKey : words.unknownKeys}
    </Note>
  )
}
